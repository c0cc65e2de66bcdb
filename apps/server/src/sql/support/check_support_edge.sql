-- Refuses every change of a support request's status but the three listed.
create or replace function check_support_edge() returns trigger language plpgsql as $$
begin
  if old.status = new.status or (old.status, new.status) in
      (('pending', 'in_progress'), ('pending', 'resolved'), ('in_progress', 'resolved')) then
    return new;
  end if;
  raise exception 'support request % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $$;
