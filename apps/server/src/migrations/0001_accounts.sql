-- Owner of auth_*: accounts (written by better-auth). Owner of profile: profiles.
create extension if not exists pg_trgm;

-- The product's clock: the database's own, moved only by tests and by the demo's own transaction, through a setting.
create function app_now() returns timestamptz language sql stable as
$$ select now() + coalesce(nullif(current_setting('samtur.clock_shift', true), ''), '0')::interval $$;

create table auth_user (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  role text not null default 'user' check (role in ('user', 'admin')),
  locale text not null default 'en',
  terms_accepted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth_session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
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

create table auth_verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verification_identifier on auth_verification (identifier);

-- Links that work once: the hash of each one that has been used, for as long as it could be used again.
create table auth_used_token (
  hash text primary key,
  used_at timestamptz not null default app_now()
);

create table profile (
  id uuid primary key references auth_user (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 100),
  phone text check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  address text check (char_length(address) <= 200),
  gender text check (gender in ('mann', 'kvinne', 'annet', 'ønsker_ikke_oppgi')),
  age smallint check (age between 18 and 100),
  picture_key text,
  is_driver boolean not null default false,
  is_passenger boolean not null default true,
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  -- The mean as it is shown, one decimal; null without ratings.
  rating numeric(3, 1) generated always as (case when rating_count > 0 then round(rating_sum::numeric / rating_count, 1) end) stored,
  created_at timestamptz not null default now()
);

-- A profile for every account, in the statement that creates the account.
create function create_profile() returns trigger language plpgsql as $$
begin
  insert into profile (id, full_name) values (new.id, new.name);
  return new;
end $$;
create trigger auth_user_profile after insert on auth_user for each row execute function create_profile();

create table user_block (
  blocker_id uuid not null references profile (id) on delete cascade,
  blocked_id uuid not null references profile (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_block_blocked on user_block (blocked_id);

-- Does a block stand between two people, in either direction?
create function blocked_between(a uuid, b uuid) returns boolean language sql stable as $$
  select exists (select from user_block where (blocker_id, blocked_id) in ((a, b), (b, a)))
$$;

-- Serialises what two people do towards each other (block, first message, reservation) for the rest of the transaction.
create function lock_pair(a uuid, b uuid) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended(least(a, b)::text || greatest(a, b)::text, 0))
$$;
