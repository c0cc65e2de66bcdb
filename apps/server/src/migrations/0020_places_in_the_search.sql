-- Owner of the new columns of spot, ride and ride_section: rides.
-- The search looks for places, not for each wording of one, and what it shows of a ride's stops stands with the ride.

-- The place, or the spot itself (negative) where the place is unknown: wordings of one place are found together.
alter table spot
  add column key integer not null generated always as (coalesce(place_id, -id)) stored,
  -- The transaction that wrote it: what a process remembers of a text is as old as its snapshot, and newer spots are looked at beside it.
  add column made_by xid8 not null default '0';
alter table spot alter column made_by set default pg_current_xact_id();
create index spot_made_by on spot (made_by);

-- Among what is near there are few pairs of places, and squares of the map hold too much besides.
drop index ride_section_cells;
drop index ride_section_pair;
drop index ride_section_from;
drop index ride_section_to;
alter table spot drop column cell;
alter table ride_section
  drop column from_cell,
  drop column to_cell,
  add column from_key integer,
  add column to_key integer,
  -- Another section of the ride leads between the same two places.
  add column repeated boolean;
update ride_section s set from_key = f.key, to_key = t.key, repeated = false from spot f, spot t where f.id = from_spot and t.id = to_spot;
update ride_section s set repeated = true
from (select ride_id, from_key, to_key from ride_section group by ride_id, from_key, to_key having count(*) > 1) pair
where pair.ride_id = s.ride_id and pair.from_key = s.from_key and pair.to_key = s.to_key;
alter table ride_section
  alter column from_key set not null,
  alter column to_key set not null,
  alter column repeated set not null;

create index ride_section_places on ride_section (from_key, to_key, departs_at, ride_id);
create index ride_section_from on ride_section (from_key, departs_at, ride_id) where is_end;
create index ride_section_to on ride_section (to_key, departs_at, ride_id) where is_start;

-- Derived from ride_stop: its stops as a card shows them, and their texts, each as JSON.
alter table ride
  add column route text not null default '[]',
  add column stop_texts text[] not null default '{}';
update ride set route = stops.route, stop_texts = stops.texts
from (select ride_id, '[' || string_agg(concat('{"position":', position, ',"text":', to_json(text), ',"place_id":', coalesce(place_id::text, 'null'),
      ',"lat":', coalesce(lat::text, 'null'), ',"lon":', coalesce(lon::text, 'null'), ',"passes_at":"',
      to_char(passes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '"}'), ',' order by position) || ']' as route,
    array_agg(to_json(text)::text order by position) as texts
  from ride_stop group by ride_id) stops
where stops.ride_id = ride.id;
