-- Refuses every change of a reservation's status but the four listed.
create or replace function check_reservation_edge() returns trigger language plpgsql as $$
begin
  if old.status = new.status or (old.status, new.status) in
    (('pending', 'accepted'), ('pending', 'rejected'), ('pending', 'cancelled'), ('accepted', 'cancelled')) then
    return new;
  end if;
  raise exception 'reservation % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $$;
