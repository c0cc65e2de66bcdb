-- Notifications in the product and push messages.

create table notification (
  -- Also the order.
  id bigint generated always as identity primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  kind text not null,
  params jsonb not null default '{}',
  path text not null check (path like '/%'),
  -- Names the fact: a second notification of the same fact is not stored.
  once text,
  -- The account whose name and words stand in params; they are removed with it.
  about uuid references auth_user (id) on delete set null,
  created_at timestamptz not null default app_now(),
  read_at timestamptz
);
create unique index notification_once on notification (user_id, once);
create index notification_newest on notification (user_id, id desc);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_old on notification (created_at);
create index notification_about on notification (about) where about is not null;

-- A row only where a person has changed a switch; otherwise every switch is on.
create table notification_setting (
  user_id uuid not null references auth_user (id) on delete cascade,
  kind text not null,
  email boolean not null default true,
  push boolean not null default true,
  primary key (user_id, kind)
);

-- Browsers that receive push messages.
create table push_device (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user (id) on delete cascade,
  -- A browser that has signed out receives nothing.
  session_id uuid not null references auth_session (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- Browser and system, as shown in the list of devices.
  name text,
  created_at timestamptz not null default app_now()
);
create index push_device_user on push_device (user_id);
create index push_device_session on push_device (session_id);

-- Push messages to send; a row is deleted once its message is sent.
create table push_message (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references push_device (id) on delete cascade,
  notification_id bigint not null references notification (id) on delete cascade,
  next_at timestamptz not null default app_now(),
  attempts smallint not null default 0,
  locked_until timestamptz,
  unique (device_id, notification_id)
);
create index push_message_due on push_message (next_at);
