-- Owner of notification.about and push_device.session_id: notifications. Of calendar_feed: calendar.

-- Whose name and reason stand in the params; they go with that account.
alter table notification add column about uuid references auth_user (id) on delete set null;
create index notification_about on notification (about) where about is not null;

-- A browser that has signed out shows nobody's news.
alter table push_device add column session_id uuid not null references auth_session (id) on delete cascade;
create index push_device_session on push_device (session_id);

-- Who has a private address for calendar programs.
create table calendar_feed (
  user_id uuid primary key references auth_user (id) on delete cascade,
  -- Part of the address; the other part is made from it with the server's secret, so that nothing to steal lies here.
  id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default app_now()
);
