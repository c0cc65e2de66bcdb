-- Has the driver's record computed again: now, and for an accepted reservation also at arrival.
create or replace function note_reservation_change() returns trigger language plpgsql as $$
begin
  insert into driver_record_due (ride_id, due_at) values (new.ride_id, app_now()) on conflict do nothing;
  if new.status = 'accepted' then
    insert into driver_record_due (ride_id, due_at) select id, arrival_time from ride where id = new.ride_id on conflict do nothing;
  end if;
  return null;
end $$;
