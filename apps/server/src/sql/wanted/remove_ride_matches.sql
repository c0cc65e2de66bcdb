-- Deletes what wanted rides know of a deleted ride.
create or replace function remove_ride_matches() returns trigger language plpgsql as $$
begin
  delete from ride_wanted_match where ride_id = old.id;
  return null;
end $$;
