-- Owner of ride's new column: rides.

-- Kilometres as the driver has typed them, of which distance_km is a copy then; null where distance_km is estimated from the places.
alter table ride add column typed_distance_km integer check (typed_distance_km between 1 and 6000);
