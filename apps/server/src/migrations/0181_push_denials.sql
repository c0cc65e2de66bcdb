-- Messages in a row that the push service has denied: such a device is removed after some.
alter table push_device add column denials smallint not null default 0;
