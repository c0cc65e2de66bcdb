-- Returns whether the administrator has suspended the account.
create or replace function is_suspended(person uuid) returns boolean language sql stable as $$
  select exists (select from auth_user where id = person and suspended_at is not null)
$$;
