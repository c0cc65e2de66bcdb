-- Asks for the rides that have more free seats on a section to be compared with the wanted rides.
create or replace function note_freed_seats() returns trigger language plpgsql as $$
begin
  insert into ride_wanted_task (ride_id)
  select distinct ride_id from later join earlier using (ride_id, from_position, to_position) where later.seats_free > earlier.seats_free;
  return null;
end $$;
