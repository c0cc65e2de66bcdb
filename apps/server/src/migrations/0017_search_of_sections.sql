-- Owner of the new columns of spot and ride_section: rides.
-- What a search filters and sorts by stands in the section itself, so that it is decided before the rides are read.

-- The square of about 28 km on the map in which the spot's place lies, 0 while the place is unknown: see cellOf in places/rules.ts.
alter table spot add column cell integer not null default 0;
update spot set cell = 1000 * floor(stop.lat * 4)::integer + floor((stop.lon + 180) * 2)::integer
from (select distinct on (spot_id) spot_id, lat, lon from ride_stop where place_id is not null and lat is not null order by spot_id) stop
where stop.spot_id = spot.id and spot.place_id is not null;

alter table ride_section
  add column from_cell integer,
  add column to_cell integer,
  add column arrives_at timestamptz,
  -- Whole kr for one person.
  add column price integer,
  add column pets_allowed boolean;
update ride_section s set from_cell = f.cell, to_cell = t.cell, arrives_at = b.passes_at, pets_allowed = ride.pets_allowed,
  price = least(ride.price, ceil(round((ride.price * (b.share - a.share))::numeric, 6)))
from ride, ride_stop a, ride_stop b, spot f, spot t
where ride.id = s.ride_id and a.ride_id = s.ride_id and a.position = s.from_position and b.ride_id = s.ride_id and b.position = s.to_position
  and f.id = s.from_spot and t.id = s.to_spot;
alter table ride_section
  alter column from_cell set not null,
  alter column to_cell set not null,
  alter column arrives_at set not null,
  alter column price set not null,
  alter column pets_allowed set not null;

-- From places nearby to places nearby.
create index ride_section_cells on ride_section (from_cell, to_cell, departs_at, ride_id);
-- Departed rides are found by their whole way.
drop index ride_section_departed;
