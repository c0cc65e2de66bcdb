-- Only people with the driver's gender find the ride. Every statement that stores a ride names it, so it has no default.
alter table ride add column same_gender boolean not null default false;
alter table ride alter column same_gender drop default;
-- A copy for the search.
alter table ride_section add column same_gender boolean not null default false;
alter table ride_section alter column same_gender drop default;
-- When a stated gender was last changed or taken back; null while the first statement stands. It can be changed again a year later.
alter table profile add column gender_changed_at timestamptz;
