-- Owned by the platform: mail, rate limits, repeated requests.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  locale text not null,
  data jsonb not null,
  created_at timestamptz not null default app_now(),
  next_at timestamptz not null default app_now(),
  attempts smallint not null default 0,
  locked_until timestamptz,
  sent_at timestamptz,
  dead_at timestamptz,
  last_error text
);
create index outbox_due on outbox (next_at) where sent_at is null and dead_at is null;

-- What the mailbox page shows when no SMTP server is configured.
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
