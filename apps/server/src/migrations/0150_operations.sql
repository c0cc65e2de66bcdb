-- The processes that serve, for the administrators' page of operations, and mails whose code is of no use after a while.

create table server_process (
  id uuid primary key,
  host text not null,
  pid integer not null,
  -- The number among the processes behind one port; null for the only one.
  worker integer,
  version text not null,
  started_at timestamptz not null,
  -- By the machine's clock, which tests do not move.
  heard_at timestamptz not null default now(),
  -- Live connections, background work, free space and the newest backup, as the process sees them.
  report jsonb not null
);

-- After this time the mail is not sent any more; null for a mail without an end.
alter table outbox add column expires_at timestamptz;
