-- Accounts, sessions and ways in. The library better-auth writes auth_*.

create table auth_user (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  role text not null default 'user' check (role in ('user', 'admin')),
  locale text not null default 'en',
  terms_accepted_at timestamptz not null default now(),
  two_factor_enabled boolean not null default false,
  -- The password was set through a link in a mail to this address. Only such an account gets the administrator's role without a
  -- one-time code.
  mailbox_password boolean not null default false,
  -- The administrator has suspended the account; the person reads the reason.
  suspended_at timestamptz,
  suspended_reason text check (char_length(suspended_reason) between 1 and 2000),
  -- When the account is deleted at the person's request; until then the person can take the request back.
  purge_at timestamptz,
  -- A date, because the administrator may see no more than the day.
  last_active_on date not null default current_date,
  -- What the administrator's search compares.
  search_email text generated always as (fold_name(email)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((suspended_at is null) = (suspended_reason is null))
);
create index auth_user_purge on auth_user (purge_at) where purge_at is not null;
create index auth_user_unverified on auth_user (created_at) where not email_verified;
create index auth_user_search on auth_user using gin (search_email gin_trgm_ops);
create index auth_user_newest on auth_user (created_at desc, id desc);
create index auth_user_admin on auth_user (id) where role = 'admin';
create trigger auth_user_profile after insert on auth_user for each row execute function create_profile();
create trigger auth_user_unconfirmed after delete on auth_user for each row when (not old.email_verified)
  execute function remove_unconfirmed_profile();

create table auth_session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- When the person last showed the password; dangerous actions need it again after five minutes.
  reauthenticated_at timestamptz,
  -- What this session has shown: aal1 is one way in (password, mailed code, another service), aal2 is the second factor too.
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- How often the session got a new token. Bearer tokens made before the last one are worthless.
  rotations integer not null default 0,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index auth_session_user on auth_session (user_id);

create table auth_account (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index auth_account_user on auth_account (user_id);
create trigger auth_account_password_changed after update of password on auth_account for each row
  when (new.password is distinct from old.password) execute function end_challenges();
create trigger auth_account_password_set after insert on auth_account for each row
  when (new.password is not null) execute function end_challenges();

create table auth_verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verification_identifier on auth_verification (identifier);

-- Links and codes that work once: the hash of each, for as long as it works. Using one removes its row.
create table account_token (
  hash text primary key,
  purpose text not null check (purpose in ('confirm', 'reset', 'change_email', 'reauthenticate')),
  user_id uuid not null references auth_user (id) on delete cascade,
  -- The address that a change of address leads to.
  new_email text check (new_email = lower(new_email)),
  -- Wrong guesses at a code.
  tries smallint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  check ((purpose = 'change_email') = (new_email is not null))
);
create index account_token_user on account_token (user_id);
create index account_token_old on account_token (expires_at);
-- A new code replaces the one before.
create unique index account_token_code on account_token (user_id) where purpose = 'reauthenticate';

-- One-time codes that give the administrator's role to the account with the configured address. The server prints one when it starts.
create table admin_code (
  hash text primary key,
  expires_at timestamptz not null
);

-- Sign-ins, shown to the person, who sees there that a stranger got in.
create table sign_in (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  at timestamptz not null default app_now(),
  user_agent text not null,
  -- The account had not been signed in to from that browser before.
  new_device boolean not null
);
create index sign_in_of_user on sign_in (user_id, at desc);
