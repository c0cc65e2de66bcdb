-- Owner: identities. Which password was shown before the question for the second factor; null where another way led there.
alter table two_factor_challenge add column password_mark text;

-- A new password ends what was begun before it, whatever the way: only the second factor was still owed.
create function end_challenges() returns trigger language plpgsql as $$
begin
  delete from two_factor_challenge where user_id = new.user_id;
  return null;
end $$;
create trigger auth_account_password_changed after update of password on auth_account for each row
  when (new.password is distinct from old.password) execute function end_challenges();
create trigger auth_account_password_set after insert on auth_account for each row
  when (new.password is not null) execute function end_challenges();
