-- Accepts a pending request. Locks the ride, then the reservation (the order used everywhere), and reads its state only then, so that a
-- repeated or concurrent call sees what the first one did. Returns accepted, unchanged, or an error code.
create or replace function accept_reservation(p_reservation uuid, p_driver uuid) returns text language plpgsql as $$
declare
  the_ride ride;
  request reservation;
begin
  select ride.* into the_ride from ride
    where id = (select ride_id from reservation where id = p_reservation) and driver_id = p_driver for update;
  if not found then return 'not_found'; end if;
  select * into request from reservation where id = p_reservation for update;
  if request.status = 'accepted' then return 'unchanged'; end if;
  if request.status <> 'pending' then return 'reservation_closed'; end if;
  if the_ride.status = 'cancelled' then return 'ride_cancelled'; end if;
  if the_ride.departure_time <= app_now() then return 'ride_departed'; end if;
  if the_ride.hidden_at is not null then return 'not_bookable'; end if;
  if blocked_between(request.passenger_id, p_driver) or is_suspended(request.passenger_id) or is_suspended(p_driver) then
    return 'reservation_closed';
  end if;
  if exists (select from ride_leg where ride_id = the_ride.id and position >= request.from_position
    and position < request.to_position and seats_taken + request.seats_requested > capacity) then
    return 'not_enough_seats';
  end if;
  update ride_leg set seats_taken = seats_taken + request.seats_requested
    where ride_id = the_ride.id and position >= request.from_position and position < request.to_position;
  update reservation set status = 'accepted', decided_at = app_now() where id = request.id;
  perform refresh_seats(the_ride.id);
  return 'accepted';
end $$;
