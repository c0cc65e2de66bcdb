-- Mail, limits on requests, repeated requests, files and signing keys. Written by platform.

create extension if not exists pg_trgm;

-- Mails to send.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  locale text not null,
  data jsonb not null,
  created_at timestamptz not null default app_now(),
  next_at timestamptz not null default app_now(),
  attempts smallint not null default 0,
  -- A process sends the mail until then; afterwards another process takes it over.
  locked_until timestamptz,
  sent_at timestamptz,
  dead_at timestamptz,
  last_error text
);
create index outbox_due on outbox (next_at) where sent_at is null and dead_at is null;
-- For the administrator's list of mails that could not be delivered.
create index outbox_undelivered on outbox (created_at desc, id desc) where sent_at is null and last_error is not null;

-- Sent mails for the mailbox page, which stands in for an SMTP server that is not configured.
create table local_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null default now()
);
create index local_mail_newest on local_mail (sent_at desc);

create table rate_limit (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);
create index rate_limit_old on rate_limit (window_start);

-- When an action that has to pause between two times was last done.
create table rate_pause (
  key text primary key,
  used_at timestamptz not null
);
create index rate_pause_old on rate_pause (used_at);

create table idempotency_key (
  user_id uuid not null,
  route text not null,
  key uuid not null,
  request_hash text not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);
create index idempotency_key_old on idempotency_key (created_at);

-- Files that no row names: either just written, or no longer needed. A key is here before its file is written and leaves in the
-- transaction that stores the key in another table, so that a crash at any point leaves no file that cannot be found.
create table loose_file (
  folder text not null check (folder in ('profiles', 'chat-images', 'exports')),
  key text not null,
  remove_at timestamptz not null,
  primary key (folder, key)
);
create index loose_file_due on loose_file (remove_at);

-- Keys that sign bearer tokens.
create table token_key (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  -- Encrypted with the server's secret.
  private_key text not null,
  created_at timestamptz not null default now()
);
