-- Withdraws the passenger's request or gives back accepted seats, before departure. Returns cancelled, unchanged, or an error code.
create or replace function withdraw_reservation(p_reservation uuid, p_passenger uuid, p_reason text default null) returns text language plpgsql as $$
declare
  the_ride ride;
  mine reservation;
begin
  select ride.* into the_ride from ride
    where id = (select ride_id from reservation where id = p_reservation and passenger_id = p_passenger) for update;
  if not found then return 'not_found'; end if;
  select * into mine from reservation where id = p_reservation for update;
  if mine.status = 'cancelled' then return 'unchanged'; end if;
  if mine.status not in ('pending', 'accepted') then return 'reservation_closed'; end if;
  if the_ride.departure_time <= app_now() then return 'ride_departed'; end if;
  update reservation set status = 'cancelled', decided_at = app_now(), ended_by = 'passenger', end_reason = p_reason where id = mine.id;
  if mine.status = 'accepted' then
    update ride_leg set seats_taken = seats_taken - mine.seats_requested
      where ride_id = the_ride.id and position >= mine.from_position and position < mine.to_position;
    perform refresh_seats(the_ride.id);
  end if;
  return 'cancelled';
end $$;
