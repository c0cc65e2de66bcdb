-- A place on a waiting list is offered seats once; what has ended stays as it is.
create or replace function check_waiting_edge() returns trigger language plpgsql as $$
begin
  if (old.state = 'waiting' and new.state in ('offered', 'left', 'ended'))
    or (old.state = 'offered' and new.state in ('taken', 'lapsed', 'left', 'ended')) or old.state = new.state then
    return new;
  end if;
  raise exception 'waiting entry % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
end
$$;
