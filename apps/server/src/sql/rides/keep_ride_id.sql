-- Refuses another id for a ride: its stops, legs and sections would not follow.
create or replace function keep_ride_id() returns trigger language plpgsql as $$
begin
  raise exception 'ride % keeps its id', old.id using errcode = 'restrict_violation';
end $$;
