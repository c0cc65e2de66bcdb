-- Takes an accepted passenger off the driver's own ride before departure, with the driver's words, and frees the seats. Returns removed,
-- unchanged, or an error code.
create or replace function remove_passenger(p_reservation uuid, p_driver uuid, p_reason text) returns text language plpgsql as $$
declare
  the_ride ride;
  taken reservation;
begin
  select ride.* into the_ride from ride
    where id = (select ride_id from reservation where id = p_reservation) and driver_id = p_driver for update;
  if not found then return 'not_found'; end if;
  select * into taken from reservation where id = p_reservation for update;
  if taken.ended_by = 'removed' then return 'unchanged'; end if;
  if taken.status <> 'accepted' then return 'reservation_closed'; end if;
  if the_ride.departure_time <= app_now() then return 'ride_departed'; end if;
  update reservation set status = 'cancelled', decided_at = app_now(), ended_by = 'removed', end_reason = p_reason where id = taken.id;
  update ride_leg set seats_taken = seats_taken - taken.seats_requested
    where ride_id = the_ride.id and position >= taken.from_position and position < taken.to_position;
  perform refresh_seats(the_ride.id);
  return 'removed';
end $$;
