-- Deletes stops, legs, sections and detours of a deleted ride.
create or replace function remove_ride_rows() returns trigger language plpgsql as $$
begin
  delete from ride_stop where ride_id = old.id;
  delete from ride_leg where ride_id = old.id;
  delete from ride_section where ride_id = old.id;
  delete from ride_detour where ride_id = old.id;
  return null;
end $$;
