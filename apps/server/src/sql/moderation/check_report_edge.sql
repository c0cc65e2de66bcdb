-- Refuses to decide a report that is decided already.
create or replace function check_report_edge() returns trigger language plpgsql as $$
begin
  if old.status = new.status or old.status = 'pending' then return new; end if;
  raise exception 'report % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $$;
