-- Computes the free seats of ride and sections from the legs. The caller holds the lock on the ride.
create or replace function refresh_seats(p_ride uuid) returns void language sql volatile as $$
  update ride set available_seats = total_seats - (select max(seats_taken) from ride_leg where ride_id = p_ride) where id = p_ride;
  update ride_section s set seats_free =
    (select min(capacity - seats_taken) from ride_leg l
      where l.ride_id = p_ride and l.position >= s.from_position and l.position < s.to_position)
    where s.ride_id = p_ride;
$$;
