-- Rejects a pending request before departure, with the driver's words. Returns rejected, unchanged, or an error code.
create or replace function reject_reservation(p_reservation uuid, p_driver uuid, p_reason text default null) returns text language plpgsql as $$
declare
  the_ride ride;
  request reservation;
begin
  select ride.* into the_ride from ride
    where id = (select ride_id from reservation where id = p_reservation) and driver_id = p_driver for update;
  if not found then return 'not_found'; end if;
  select * into request from reservation where id = p_reservation for update;
  if request.status = 'rejected' then return 'unchanged'; end if;
  if request.status <> 'pending' then return 'reservation_closed'; end if;
  if the_ride.departure_time <= app_now() then return 'ride_departed'; end if;
  update reservation set status = 'rejected', decided_at = app_now(), ended_by = 'driver', end_reason = p_reason where id = request.id;
  return 'rejected';
end $$;
