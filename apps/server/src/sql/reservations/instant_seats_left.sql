-- Returns how many seats a person may still get at once: null for any number, after a completed trip as a passenger or with one. A newcomer has
-- at most three on trips that are not over. The number is `newcomerSeats` of the contract.
create or replace function instant_seats_left(person uuid) returns integer language sql stable as $$
  select case when not exists (
      select from reservation join ride on ride.id = ride_id
      where passenger_id = person and reservation.status = 'accepted' and ride.status = 'active' and arrival_time <= app_now())
    and not exists (
      select from ride where driver_id = person and status = 'active' and arrival_time <= app_now() and exists (
        select from reservation where ride_id = ride.id and reservation.status = 'accepted'))
    then greatest(0, 3 - (
      select coalesce(sum(seats_requested), 0)::integer from reservation join ride on ride.id = ride_id
      where passenger_id = person and instant and reservation.status = 'accepted' and ride.status = 'active' and arrival_time > app_now()))
    end
$$;
