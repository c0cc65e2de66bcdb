-- Owner: accounts. Links and codes that work once: the hash of each, for as long as it works. Using one removes its row.
create table account_token (
  hash text primary key,
  purpose text not null check (purpose in ('confirm', 'reset', 'change_email', 'reauthenticate')),
  user_id uuid not null references auth_user (id) on delete cascade,
  -- The address that a change of address leads to.
  new_email text check (new_email = lower(new_email)),
  -- Guesses at a code.
  tries smallint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  check ((purpose = 'change_email') = (new_email is not null))
);
create index account_token_user on account_token (user_id);
create index account_token_old on account_token (expires_at);
-- A new code replaces the one before.
create unique index account_token_code on account_token (user_id) where purpose = 'reauthenticate';
-- A link that was used is a row that is gone.
drop table auth_used_token;

-- Owner: platform. When something that must not be done twice in a row was last done.
create table rate_pause (
  key text primary key,
  used_at timestamptz not null
);
create index rate_pause_old on rate_pause (used_at);

-- An account that was never confirmed takes its profile along. Where somebody already wrote to it, that stays under no name.
create function remove_unconfirmed_profile() returns trigger language plpgsql as $$
begin
  begin
    delete from profile where id = old.id;
  exception when foreign_key_violation then
    update profile set id = gen_random_uuid(), full_name = '', closed_at = app_now() where id = old.id;
  end;
  return null;
end $$;
create trigger auth_user_unconfirmed after delete on auth_user for each row when (not old.email_verified)
  execute function remove_unconfirmed_profile();
