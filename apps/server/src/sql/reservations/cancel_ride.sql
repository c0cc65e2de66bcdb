-- Cancels a ride before its departure. Locks the ride, then its reservations (the order used everywhere). Returns cancelled, unchanged or
-- an error code, and the reservations it has ended.
create or replace function cancel_ride(p_ride uuid, p_driver uuid, p_reason text default null)
returns table (outcome text, reservation_ids uuid[]) language plpgsql as $$
declare
  the_ride ride;
  ended uuid[];
begin
  select * into the_ride from ride where id = p_ride and driver_id = p_driver for update;
  if not found then return query select 'not_found', '{}'::uuid[]; return; end if;
  if the_ride.status = 'cancelled' then return query select 'unchanged', '{}'::uuid[]; return; end if;
  if the_ride.departure_time <= app_now() then return query select 'ride_departed', '{}'::uuid[]; return; end if;
  with changed as (
    update reservation set status = 'cancelled', decided_at = app_now(), ended_by = 'ride_cancelled', end_reason = p_reason
    where ride_id = p_ride and status in ('pending', 'accepted') returning id)
  select coalesce(array_agg(id), '{}') into ended from changed;
  update ride set status = 'cancelled', cancelled_at = app_now(), cancel_reason = p_reason where id = p_ride;
  update ride_leg set seats_taken = 0 where ride_id = p_ride;
  delete from ride_section where ride_id = p_ride;
  perform refresh_seats(p_ride);
  return query select 'cancelled', ended;
end $$;
