-- Owner: identities.
-- The second factor of an account. Until it is confirmed it is only offered and guards nothing.
create table two_factor (
  user_id uuid primary key references auth_user (id) on delete cascade,
  -- Encrypted with the server's secret.
  secret text not null,
  confirmed_at timestamptz,
  -- The half minute of the newest code that was taken: no code is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default app_now()
);

-- Each works once: using one deletes it.
create table recovery_code (
  user_id uuid not null references two_factor (user_id) on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);

-- Somebody has shown the password, or another way in, and still owes the second factor.
create table two_factor_challenge (
  hash text primary key,
  user_id uuid not null references two_factor (user_id) on delete cascade,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
create index two_factor_challenge_user on two_factor_challenge (user_id);

-- Codes for signing in by mail, for whatever address was asked for: known or not, the request does the same. The code's own hash is
-- there once a mail was made for it.
create table email_code (
  address_hash text primary key,
  hash text,
  tries smallint not null default 0,
  expires_at timestamptz not null
);

-- Keys that sign bearer tokens; the private halves are encrypted with the server's secret.
create table token_key (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
