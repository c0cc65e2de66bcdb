-- Queues the driver's record for recomputation after a check-in `met` or `not_met` is added or deleted.
create or replace function note_meeting() returns trigger language plpgsql as $$
begin
  insert into driver_record_due (ride_id, due_at) values (coalesce(new.ride_id, old.ride_id), app_now()) on conflict do nothing;
  return null;
end $$;
