-- The bits of the stops before and after a place beside the way (`stop_bits`), in the index by which a search finds the place: most of the
-- rides that pass it do not stop at the other end of the search, and are left out without reading their rows.
alter table ride_detour add column stops_before bigint, add column stops_after bigint;
update ride_detour detour set stops_before = bits.stops_before, stops_after = bits.stops_after
from (
  select ride_id, leg, bit_or(stop_bits(key)) filter (where position <= leg) as stops_before,
    bit_or(stop_bits(key)) filter (where position > leg) as stops_after
  from (select distinct ride_id, leg from ride_detour) legs
    join (select ride_id, position, coalesce(place_id, -stop_text_id) as key from ride_stop) stop using (ride_id)
  group by ride_id, leg) bits
where bits.ride_id = detour.ride_id and bits.leg = detour.leg;
alter table ride_detour alter column stops_before set not null, alter column stops_after set not null;
alter table ride_detour drop constraint ride_detour_pkey;
alter table ride_detour add primary key (place_id, passes_at, ride_id) include (stops_before, stops_after);
