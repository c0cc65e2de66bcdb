-- Owner of ride's new columns: rides. Of ride_series: trips. Of reservation's: reservations. Of notification, notification_setting,
-- push_device and push_message: notifications.

-- What a weekly series was published with. Its rides stand by themselves.
create table ride_series (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references profile (id) on update cascade on delete cascade,
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  until_day date not null,
  created_at timestamptz not null default app_now()
);
create index ride_series_driver on ride_series (driver_id);

alter table ride
  -- Counts the driver's changes.
  add column version integer not null default 1,
  -- Estimated from the places; null while an end is unknown.
  add column distance_km integer check (distance_km >= 0),
  -- Tolls and ferry of the whole trip, whole kr.
  add column extra_costs integer not null default 0 check (extra_costs between 0 and 5000),
  -- One person's share of the costs at the rate of its day, whole kr; null while it cannot be known or is not compared.
  add column cost_share integer check (cost_share >= 0),
  add column cancelled_at timestamptz,
  add column cancel_reason text check (char_length(cancel_reason) <= 500),
  add column series_id uuid references ride_series (id) on delete set null,
  add column series_direction text check (series_direction in ('out', 'back')),
  add check (cancelled_at is null or status = 'cancelled');
create index ride_of_series on ride (series_id, departure_time) where series_id is not null;

-- What the passenger has agreed to: when and where the section begins and ends, as it was when it was asked for or last confirmed.
alter table reservation
  add column agreed_departs_at timestamptz,
  add column agreed_arrives_at timestamptz,
  add column agreed_from text,
  add column agreed_to text,
  add column ended_by text check (ended_by in ('passenger', 'driver', 'ride_cancelled', 'route_changed', 'expired', 'block')),
  add column end_reason text check (char_length(end_reason) <= 500);
update reservation set agreed_departs_at = a.passes_at, agreed_arrives_at = b.passes_at, agreed_from = a.text, agreed_to = b.text
from ride_stop a, ride_stop b
where a.ride_id = reservation.ride_id and a.position = from_position and b.ride_id = reservation.ride_id and b.position = to_position;
update reservation set ended_by = case
    when status = 'rejected' then 'driver'
    when exists (select from ride where ride.id = ride_id and ride.status = 'cancelled') then 'ride_cancelled'
    else 'passenger' end
where status in ('rejected', 'cancelled');

create table notification (
  -- Also the order.
  id bigint generated always as identity primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  kind text not null,
  params jsonb not null default '{}',
  path text not null check (path like '/%'),
  -- The same fact is told once.
  once text,
  created_at timestamptz not null default app_now(),
  read_at timestamptz
);
create unique index notification_once on notification (user_id, once);
create index notification_newest on notification (user_id, id desc);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_old on notification (created_at);

-- A row only where somebody has changed something; otherwise everything is on.
create table notification_setting (
  user_id uuid not null references auth_user (id) on delete cascade,
  kind text not null,
  email boolean not null default true,
  push boolean not null default true,
  primary key (user_id, kind)
);

-- A browser that takes push messages.
create table push_device (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- Browser and system, as shown in the list of devices.
  name text,
  created_at timestamptz not null default app_now()
);
create index push_device_user on push_device (user_id);

-- What is still to be sent to a device; gone once it was.
create table push_message (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references push_device (id) on delete cascade,
  notification_id bigint not null references notification (id) on delete cascade,
  next_at timestamptz not null default app_now(),
  attempts smallint not null default 0,
  locked_until timestamptz,
  unique (device_id, notification_id)
);
create index push_message_due on push_message (next_at);
