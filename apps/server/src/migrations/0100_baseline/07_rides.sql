-- Published rides: the ride, its stops, its legs, and the sections that the search reads. Decisions 003, 015 and 016.

-- Stops as drivers write them: one row per distinct text (lower case, NFC) and gazetteer place. Every process remembers spots, so
-- they never change.
create table spot (
  id integer generated always as identity primary key,
  name text not null,
  folded text not null,
  place_id integer,
  -- The place, or minus the spot's id where the place is unknown: different texts for one place share a key.
  key integer not null generated always as (coalesce(place_id, -id)) stored,
  -- The transaction that wrote the row, so that a process finds the spots written since it last looked.
  made_by xid8 not null default pg_current_xact_id(),
  unique nulls not distinct (name, place_id)
);
create index spot_folded on spot using gin (folded gin_trgm_ops);
create index spot_place on spot (place_id);
create index spot_made_by on spot (made_by);
create trigger spot_kept before delete or update of id, name, folded, place_id on spot for each row execute function keep_spot();
create trigger spots_kept before truncate on spot for each statement execute function keep_spot();

create table ride (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references profile (id) on update cascade,
  start_location text not null check (char_length(start_location) between 1 and 120),
  end_location text not null check (char_length(end_location) between 1 and 120),
  departure_time timestamptz not null,
  arrival_time timestamptz not null,
  -- Whole kr for the whole way.
  price integer not null check (price between 0 and 10000),
  currency text not null default 'NOK' check (currency in ('NOK', 'DKK', 'SEK')),
  total_seats smallint not null check (total_seats between 1 and 7),
  available_seats smallint not null check (available_seats between 0 and total_seats),
  pets_allowed boolean not null default false,
  notes text check (char_length(notes) <= 1000),
  license_plate text not null check (license_plate ~ '^[A-ZÆØÅÄÖ0-9]{2,8}$'),
  car_make text not null check (char_length(car_make) between 1 and 40),
  car_model text not null check (char_length(car_model) between 1 and 40),
  car_color text not null check (char_length(car_color) between 1 and 40),
  status text not null default 'active' check (status in ('active', 'cancelled')),
  -- Counts the driver's changes.
  version integer not null default 1,
  -- Typed by the driver or estimated from the places; null while an end is unknown.
  distance_km integer check (distance_km >= 0),
  -- As the driver typed it; null where distance_km is estimated.
  typed_distance_km integer check (typed_distance_km between 1 and 6000),
  -- Tolls and ferry of the whole trip, whole kr.
  extra_costs integer not null default 0 check (extra_costs between 0 and 5000),
  -- One person's share of the costs at the rate of its day, whole kr; null while it is unknown or not compared.
  cost_share integer check (cost_share >= 0),
  cancelled_at timestamptz,
  cancel_reason text check (char_length(cancel_reason) <= 500),
  series_id uuid,
  series_direction text check (series_direction in ('out', 'back')),
  -- Hidden by the administrator: the search does not find it, and only its driver, people with a reservation and administrators see it.
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  check (departure_time < arrival_time and arrival_time <= departure_time + interval '24 hours'),
  check (cancelled_at is null or status = 'cancelled')
);
create index ride_driver on ride (driver_id, departure_time desc);
create index ride_departing on ride (departure_time) where status = 'active';
create index ride_of_series on ride (series_id, departure_time) where series_id is not null;
create trigger ride_removed after delete on ride for each row execute function remove_ride_rows();
create trigger ride_kept after update of id on ride for each row when (old.id <> new.id) execute function keep_ride_id();
create trigger ride_arrival_noted after update of arrival_time on ride for each row
  when (old.arrival_time <> new.arrival_time) execute function note_new_arrival();

-- Stops, legs and sections are written together with their ride or under its lock. They have no foreign keys, because checking them
-- took longer than writing the rows; a trigger deletes them with their ride, and invariants.sql finds any without one.
create table ride_stop (
  ride_id uuid not null,
  position smallint not null,
  text text not null check (char_length(text) between 1 and 120),
  spot_id integer not null,
  place_id integer,
  lat double precision,
  lon double precision,
  -- Part of the whole way behind this stop, 0 at the start and 1 at the end. Prices and times of sections follow from it.
  share double precision not null,
  passes_at timestamptz not null,
  primary key (ride_id, position)
);

-- The way from stop `position` to the next stop; seats are counted here.
create table ride_leg (
  ride_id uuid not null,
  position smallint not null,
  seats_taken smallint not null default 0,
  capacity smallint not null,
  primary key (ride_id, position),
  check (seats_taken between 0 and capacity)
);

-- One row per stop and later stop of a bookable ride: what the search reads. Rows of departed, cancelled and hidden rides are deleted.
create table ride_section (
  ride_id uuid not null,
  from_position smallint not null,
  to_position smallint not null,
  from_spot integer not null,
  to_spot integer not null,
  -- Copies of spot.key.
  from_key integer not null,
  to_key integer not null,
  departs_at timestamptz not null,
  arrives_at timestamptz not null,
  ride_departs_at timestamptz not null,
  is_start boolean not null,
  is_end boolean not null,
  -- Whole kr for one person.
  price integer not null,
  pets_allowed boolean not null,
  -- In no index, so that a change of seats rewrites the row only.
  seats_free smallint not null,
  -- Another section of the ride leads between the same two places.
  repeated boolean not null,
  primary key (ride_id, from_position, to_position)
) with (fillfactor = 85);
create index ride_section_places on ride_section (from_key, to_key, departs_at, ride_id);
create index ride_section_from on ride_section (from_key, departs_at, ride_id) where is_end;
create index ride_section_to on ride_section (to_key, departs_at, ride_id) where is_start;
create index ride_section_whole on ride_section (departs_at, ride_id) where is_start and is_end;
