-- Deletes what sign-in services have confirmed of a name: the name has changed, and the confirmed one is not stored to compare with.
create or replace function end_name_confirmation() returns trigger language plpgsql as $$
begin
  delete from name_confirmation where identity_id in (select id from auth_account where user_id = new.id);
  return null;
end $$;
