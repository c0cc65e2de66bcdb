-- Our own figures of a ride's way, beside which typed ones are shown and up to which they count. Null where the way is uncertain, where nothing is
-- compared, and for rides of earlier versions.
alter table ride add column road_km integer check (road_km >= 0);
-- The most that tolls and ferry can be, whole kr.
alter table ride add column road_costs integer check (road_costs >= 0);
