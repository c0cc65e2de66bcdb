-- Meeting points: where people get in and out at a place, by the names that people there use.

create table meeting_point (
  id uuid primary key,
  -- Of the gazetteer.
  place_id integer not null,
  name text not null constraint meeting_point_name_check check (char_length(name) between 1 and 80),
  kind text not null constraint meeting_point_kind_check check (kind = any (array['station', 'bus_stop', 'park_and_ride', 'ferry_quay',
    'fuel_station', 'campus', 'airport', 'other'])),
  -- From the gazetteer or set by people, never guessed.
  lat double precision,
  lon double precision,
  -- Null where it is not known.
  step_free boolean,
  shelter boolean,
  toilet boolean,
  -- How many hours a car may stay; 0 where it may not.
  parking_hours smallint constraint meeting_point_parking_hours_check check (parking_hours between 0 and 720),
  source text not null constraint meeting_point_source_check check (char_length(source) between 1 and 200),
  -- The administrator who wrote it last; null for a point as it was shipped.
  changed_by uuid references profile (id) on update cascade on delete set null,
  updated_at timestamptz not null default app_now(),
  -- Drivers can no longer choose it; rides that have it keep it.
  retired_at timestamptz,
  constraint meeting_point_coordinates_check check ((lat is null) = (lon is null)),
  constraint meeting_point_range_check check (lat between -90 and 90 and lon between -180 and 180),
  constraint meeting_point_origin_check check (lat <> 0 or lon <> 0)
);
create unique index meeting_point_name on meeting_point (place_id, lower(name)) where retired_at is null;
create index meeting_point_changed_by on meeting_point (changed_by) where changed_by is not null;

-- Where the driver stops at the place; null where driver and passenger agree on it themselves. No foreign key, as everywhere below a ride:
-- points are retired and never deleted.
alter table ride_stop add column meeting_point_id uuid;

-- The points that the passenger has agreed to, of the two ends of the section.
alter table reservation add column agreed_from_point uuid references meeting_point (id),
  add column agreed_to_point uuid references meeting_point (id);
