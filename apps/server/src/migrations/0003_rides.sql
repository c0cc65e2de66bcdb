-- Owner of ride, ride_stop, ride_leg, ride_section and spot: rides. Owner of reservation: reservations.

-- A place as drivers write it: one row per distinct text (lower case, NFC) and gazetteer place.
create table spot (
  id integer generated always as identity primary key,
  name text not null,
  folded text not null,
  place_id integer,
  unique nulls not distinct (name, place_id)
);
create index spot_folded on spot using gin (folded gin_trgm_ops);
create index spot_place on spot (place_id);

create table ride (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references profile (id),
  start_location text not null check (char_length(start_location) between 1 and 120),
  end_location text not null check (char_length(end_location) between 1 and 120),
  departure_time timestamptz not null,
  arrival_time timestamptz not null,
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
  created_at timestamptz not null default now(),
  check (departure_time < arrival_time and arrival_time <= departure_time + interval '24 hours')
);
create index ride_driver on ride (driver_id, departure_time desc);

create table ride_stop (
  ride_id uuid not null references ride (id) on delete cascade,
  position smallint not null check (position >= 0),
  text text not null check (char_length(text) between 1 and 120),
  spot_id integer not null references spot (id),
  place_id integer,
  lat double precision,
  lon double precision,
  -- Share of the whole way behind this stop: 0 at the start, 1 at the end. Prices and times of sections follow from it.
  share double precision not null check (share between 0 and 1),
  passes_at timestamptz not null,
  primary key (ride_id, position)
);

-- The piece between stop `position` and the next one; seats are counted here.
create table ride_leg (
  ride_id uuid not null references ride (id) on delete cascade,
  position smallint not null,
  seats_taken smallint not null default 0,
  capacity smallint not null,
  primary key (ride_id, position),
  check (seats_taken between 0 and capacity)
);

-- One row per stop and later stop of a bookable ride: what the search reads. Rows of departed and cancelled rides are removed.
create table ride_section (
  ride_id uuid not null references ride (id) on delete cascade,
  from_position smallint not null,
  to_position smallint not null,
  from_spot integer not null,
  to_spot integer not null,
  departs_at timestamptz not null,
  ride_departs_at timestamptz not null,
  is_start boolean not null,
  is_end boolean not null,
  -- Not in any index, so that a seat change stays a heap-only update.
  seats_free smallint not null check (seats_free >= 0),
  primary key (ride_id, from_position, to_position)
) with (fillfactor = 85);
create index ride_section_pair on ride_section (from_spot, to_spot, departs_at, ride_id);
create index ride_section_from on ride_section (from_spot, departs_at, ride_id) where is_end;
create index ride_section_to on ride_section (to_spot, departs_at, ride_id) where is_start;
create index ride_section_whole on ride_section (departs_at, ride_id) where is_start and is_end;
create index ride_section_departed on ride_section (ride_departs_at);

create table reservation (
  id uuid primary key default gen_random_uuid(),
  ride_id uuid not null references ride (id),
  passenger_id uuid not null references profile (id),
  from_position smallint not null check (from_position >= 0),
  to_position smallint not null,
  seats_requested smallint not null check (seats_requested between 1 and 4),
  message text check (char_length(message) <= 500),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'cancelled')),
  price integer not null check (price between 0 and 10000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check (from_position < to_position)
);
create unique index reservation_active on reservation (ride_id, passenger_id) where status in ('pending', 'accepted');
create index reservation_passenger on reservation (passenger_id, created_at desc);
create index reservation_ride on reservation (ride_id, created_at);

-- Only the listed edges of the state machine exist.
create function check_reservation_edge() returns trigger language plpgsql as $$
begin
  if old.status = new.status or (old.status, new.status) in
    (('pending', 'accepted'), ('pending', 'rejected'), ('pending', 'cancelled'), ('accepted', 'cancelled')) then
    return new;
  end if;
  raise exception 'reservation % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $$;
create trigger reservation_edge before update of status on reservation for each row execute function check_reservation_edge();

-- Makes the seat counts of ride and sections follow the legs. The caller holds the lock on the ride.
create function refresh_seats(p_ride uuid) returns void language sql volatile as $$
  update ride set available_seats = total_seats - (select max(seats_taken) from ride_leg where ride_id = p_ride) where id = p_ride;
  update ride_section s set seats_free =
    (select min(capacity - seats_taken) from ride_leg l
      where l.ride_id = p_ride and l.position >= s.from_position and l.position < s.to_position)
    where s.ride_id = p_ride;
$$;

-- Accepts a pending request in one round trip. Locks the ride, then the reservation (the order used everywhere), and only then
-- reads its state: a repeated or concurrent call sees what the first one did. Answers accepted, unchanged, or an error code.
create function accept_reservation(p_reservation uuid, p_driver uuid) returns text language plpgsql as $$
declare
  the_ride ride;
  request reservation;
begin
  select ride.* into the_ride from ride
    where id = (select ride_id from reservation where id = p_reservation) and driver_id = p_driver for update;
  if not found then return 'not_found'; end if;
  select * into request from reservation where id = p_reservation for update;
  if request.status = 'accepted' then return 'unchanged'; end if;
  if request.status <> 'pending' then return 'reservation_closed'; end if;
  if the_ride.status = 'cancelled' then return 'ride_cancelled'; end if;
  if the_ride.departure_time <= app_now() then return 'ride_departed'; end if;
  if blocked_between(request.passenger_id, p_driver) then return 'reservation_closed'; end if;
  if exists (select from ride_leg where ride_id = the_ride.id and position >= request.from_position
    and position < request.to_position and seats_taken + request.seats_requested > capacity) then
    return 'not_enough_seats';
  end if;
  update ride_leg set seats_taken = seats_taken + request.seats_requested
    where ride_id = the_ride.id and position >= request.from_position and position < request.to_position;
  update reservation set status = 'accepted', decided_at = app_now() where id = request.id;
  perform refresh_seats(the_ride.id);
  return 'accepted';
end $$;

-- The same for a refusal: rejected, unchanged, or an error code.
create function reject_reservation(p_reservation uuid, p_driver uuid) returns text language plpgsql as $$
declare
  request reservation;
begin
  perform from ride where id = (select ride_id from reservation where id = p_reservation) and driver_id = p_driver for update;
  if not found then return 'not_found'; end if;
  select * into request from reservation where id = p_reservation for update;
  if request.status = 'rejected' then return 'unchanged'; end if;
  if request.status <> 'pending' then return 'reservation_closed'; end if;
  update reservation set status = 'rejected', decided_at = app_now() where id = request.id;
  return 'rejected';
end $$;

create table rating (
  id uuid primary key default gen_random_uuid(),
  ride_id uuid not null references ride (id),
  rater_id uuid not null references profile (id),
  rated_id uuid not null references profile (id),
  rating smallint not null check (rating between 1 and 10),
  comment text check (char_length(comment) <= 1000),
  created_at timestamptz not null default now(),
  unique (rater_id, ride_id),
  check (rater_id <> rated_id)
);
create index rating_rated on rating (rated_id, created_at desc, id);

-- The mean follows every rating in the same statement, whoever writes it.
create function count_rating() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update profile set rating_sum = rating_sum - old.rating, rating_count = rating_count - 1 where id = old.rated_id;
  end if;
  if tg_op <> 'DELETE' then
    update profile set rating_sum = rating_sum + new.rating, rating_count = rating_count + 1 where id = new.rated_id;
  end if;
  return null;
end $$;
create trigger rating_counted after insert or update or delete on rating for each row execute function count_rating();
