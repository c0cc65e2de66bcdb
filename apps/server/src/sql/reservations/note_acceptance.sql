-- Sets when a reservation was first accepted.
create or replace function note_acceptance() returns trigger language plpgsql as $$
begin
  new.accepted_at := coalesce(new.decided_at, app_now());
  return new;
end $$;
