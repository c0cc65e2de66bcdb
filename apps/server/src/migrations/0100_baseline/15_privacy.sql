-- A person's own data as a file, and what deletions leave behind.

-- Files with a person's own data, made in the background and fetched once.
create table data_export (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user (id) on delete cascade,
  status text not null default 'building' check (status in ('building', 'ready', 'failed')),
  progress real not null default 0 check (progress between 0 and 1),
  attempts smallint not null default 0,
  -- A process builds the file until then; afterwards another process takes it over.
  locked_until timestamptz,
  -- Hash of the token in the address from which the file is fetched.
  token_hash text not null unique,
  file_key text,
  bytes integer,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((status = 'ready') = (bytes is not null)),
  -- A file that was fetched is deleted.
  check ((file_key is not null) = (status = 'ready' and used_at is null))
);
create unique index data_export_building on data_export (user_id) where status = 'building';
create index data_export_newest on data_export (user_id, created_at desc);

-- Erased accounts, which are erased again when a restored backup brings them back. Hashes, so that a row names no person.
create table erased_account (
  id_hash text primary key,
  erased_at timestamptz not null default app_now()
);
