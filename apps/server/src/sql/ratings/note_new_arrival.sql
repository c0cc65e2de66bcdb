-- Has the driver's record computed again at the new arrival.
create or replace function note_new_arrival() returns trigger language plpgsql as $$
begin
  insert into driver_record_due (ride_id, due_at) values (new.id, new.arrival_time) on conflict do nothing;
  return null;
end $$;
