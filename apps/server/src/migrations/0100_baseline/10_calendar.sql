-- Private addresses for calendar programs.

create table calendar_feed (
  user_id uuid primary key references auth_user (id) on delete cascade,
  -- One part of the address; the other is computed from it with the server's secret, so that the table alone opens no calendar.
  id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default app_now()
);
