-- Second factors and codes for signing in.

-- The second factor of an account. It guards nothing until it is confirmed.
create table two_factor (
  user_id uuid primary key references auth_user (id) on delete cascade,
  -- Encrypted with the server's secret.
  secret text not null,
  confirmed_at timestamptz,
  -- The half minute of the newest code that was accepted: no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default app_now()
);

-- Each code works once: using one deletes its row.
create table recovery_code (
  user_id uuid not null references two_factor (user_id) on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);

-- A sign-in that has passed the first step (password, mailed code, another service) and waits for the second factor.
create table two_factor_challenge (
  hash text primary key,
  user_id uuid not null references two_factor (user_id) on delete cascade,
  -- Names the password that was shown; null where the first step was another one.
  password_mark text,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
create index two_factor_challenge_user on two_factor_challenge (user_id);

-- Codes for signing in by mail. A row is written for every requested address, known or not, so that the request does the same work.
create table email_code (
  -- Hash of the address and of the browser that requested the code.
  address_hash text primary key,
  -- Null until a mail is written with the code.
  hash text,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
