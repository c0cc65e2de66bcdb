-- The administrator's list of mails that could not be delivered.
create index outbox_undelivered on outbox (created_at desc, id desc) where sent_at is null and last_error is not null;
