-- Returns when one person may rate another for a ride, as far as earlier ratings decide it: null is now, and infinity never, because a trip at the
-- same time is rated. The days are `ratingPauseDays` of the contract.
create or replace function next_rating(rater uuid, rated uuid, ride uuid) returns timestamptz language sql stable as $$
  select case when bool_or(earlier.departure_time < trip.arrival_time and earlier.arrival_time > trip.departure_time) then 'infinity'::timestamptz
    else max(rating.created_at + interval '7 days') filter (where rating.created_at + interval '7 days' > app_now()) end
  from rating join ride earlier on earlier.id = ride_id join ride trip on trip.id = next_rating.ride
  where rater_id = rater and rated_id = rated and earlier.id <> trip.id
$$;
