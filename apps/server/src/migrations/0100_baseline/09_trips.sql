-- Series of rides.

-- What a weekly series was published with. Its rides stand by themselves.
create table ride_series (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references profile (id) on update cascade on delete cascade,
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  until_day date not null,
  created_at timestamptz not null default app_now()
);
create index ride_series_driver on ride_series (driver_id);

alter table ride add foreign key (series_id) references ride_series (id) on delete set null;
