-- Asks for the rides whose sections were stored to be compared with the wanted rides.
create or replace function note_findable_rides() returns trigger language plpgsql as $$
begin
  insert into ride_wanted_task (ride_id) select distinct ride_id from added;
  return null;
end $$;
