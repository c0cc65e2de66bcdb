-- Deletes the profile of an account that was never confirmed. Where others have written to it already, their rows stay and the name goes.
create or replace function remove_unconfirmed_profile() returns trigger language plpgsql as $$
begin
  begin
    delete from profile where id = old.id;
  exception when foreign_key_violation then
    update profile set id = gen_random_uuid(), full_name = '', closed_at = app_now() where id = old.id;
  end;
  return null;
end $$;
