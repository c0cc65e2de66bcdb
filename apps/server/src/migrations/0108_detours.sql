-- Detours: a driver allows a trip to get longer by some minutes, so that passengers beside the way find it.

-- By how many minutes detours may lengthen the trip, all together. Every statement that stores a ride names it, so it has no default.
alter table ride add column detour_minutes smallint not null default 0
  constraint ride_detour_minutes_check check (detour_minutes in (0, 5, 10, 15, 20, 30));
alter table ride alter column detour_minutes drop default;
-- Minutes of the detours that the driver has accepted since the stops were chosen.
alter table ride add column detour_minutes_used smallint not null default 0
  constraint ride_detour_minutes_used_check check (detour_minutes_used >= 0);

-- A request for a detour: the place of the gazetteer, and the end of the section that it is. Between the stops of the section it lies on one of
-- its legs. Null for a section between stops; an accepted place has become a stop.
alter table reservation add column detour_place_id integer;
alter table reservation add column detour_end text constraint reservation_detour_end_check check (detour_end in ('start', 'end'));
-- Whole kr for one person: the part of the price that pays for the detour's kilometres. It stays when the place becomes a stop.
alter table reservation add column detour_price integer not null default 0 constraint reservation_detour_price_check check (detour_price >= 0);
alter table reservation add constraint reservation_detour_check
  check ((detour_place_id is null) = (detour_end is null) and (detour_place_id is null or status <> 'accepted'));

-- What a search finds by a detour, until departure: the places beside the way of a ride, each on the leg that it makes longer by the fewest
-- minutes. A section from the place to a stop is that from the stop before it, changed by these figures; a section to the place is that to the
-- stop after it. No foreign keys, as for the other rows of a ride.
create table ride_detour (
  ride_id uuid not null,
  place_id integer not null,
  -- The position of the stop before the place.
  leg smallint not null,
  -- By which the trip gets longer.
  minutes smallint not null,
  passes_at timestamptz not null,
  -- Whole kr for one person: what a section costs more or less that starts or ends at the place, and how much of that is for the detour's
  -- kilometres.
  start_change integer not null,
  end_change integer not null,
  detour_price integer not null,
  primary key (place_id, passes_at, ride_id)
);
create index ride_detour_ride on ride_detour (ride_id);
