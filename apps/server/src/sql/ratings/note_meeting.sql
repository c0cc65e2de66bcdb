-- Has the driver's record computed again after somebody has said, or taken back, whether two people met.
create or replace function note_meeting() returns trigger language plpgsql as $$
begin
  insert into driver_record_due (ride_id, due_at) values (coalesce(new.ride_id, old.ride_id), app_now()) on conflict do nothing;
  return null;
end $$;
