-- Returns whether nobody has confirmed the account's address yet. For everybody else there is no such person.
create or replace function awaits_confirmation(person uuid) returns boolean language sql stable as $$
  select exists (select from auth_user where id = person and not email_verified)
$$;
