-- Deletes the sign-ins that wait for a second factor once the account has a new password.
create or replace function end_challenges() returns trigger language plpgsql as $$
begin
  delete from two_factor_challenge where user_id = new.user_id;
  return null;
end $$;
