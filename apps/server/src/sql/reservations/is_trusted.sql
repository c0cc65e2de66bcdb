-- Returns whether the person gets seats at once on rides for trusted people: with a confirmed name, or with three completed trips, as a driver with
-- a passenger or as a passenger. The number is `trustedTrips` of the contract.
create or replace function is_trusted(person uuid) returns boolean language sql stable as $$
  select confirmed_name(person) is not null or (select count(*) = 3 from (
    select from reservation join ride on ride.id = ride_id
    where passenger_id = person and reservation.status = 'accepted' and ride.status = 'active' and arrival_time <= app_now()
    union all
    select from ride where driver_id = person and status = 'active' and arrival_time <= app_now() and exists (
      select from reservation where ride_id = ride.id and reservation.status = 'accepted')
    limit 3) trip)
$$;
