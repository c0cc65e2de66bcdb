-- Blocks, reports, and the log of what administrators did.

create table user_block (
  blocker_id uuid not null references profile (id) on delete cascade on update cascade,
  blocked_id uuid not null references profile (id) on delete cascade on update cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_block_blocked on user_block (blocked_id);

-- What administrators did to whom, and why. No foreign keys: the log outlives the people.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  -- Null for what the server did by itself.
  actor_id uuid,
  action text not null,
  subject_id uuid,
  reason text check (char_length(reason) between 1 and 2000),
  details jsonb not null default '{}'
);
create index audit_log_newest on audit_log (id desc);
create index audit_log_subject on audit_log (subject_id, id desc);
-- What was done about a report.
create index audit_log_report on audit_log ((details ->> 'report_id'), id) where details ->> 'report_id' is not null;

create table user_report (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references profile (id) on update cascade,
  reported_id uuid not null references profile (id) on update cascade,
  -- The rating whose comment is reported; null where the person is reported.
  rating_id uuid references rating (id) on delete set null,
  -- The conversation that is reported, and its last message at that time: the administrator may read it up to there.
  chat_id uuid references chat (id) on delete set null,
  chat_seq bigint,
  -- Null once reporter or reported person has left.
  reason text check (char_length(reason) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'resolved', 'dismissed')),
  -- The reason for the decision, as both sides read it; null where the product's own sentence was used.
  decision text check (char_length(decision) between 1 and 2000),
  created_at timestamptz not null default app_now(),
  reviewed_at timestamptz,
  reviewed_by uuid references profile (id) on update cascade,
  check (reporter_id <> reported_id),
  check ((status = 'pending') = (reviewed_at is null) and (status = 'pending') = (reviewed_by is null))
);
create unique index user_report_once on user_report (reporter_id, rating_id) where rating_id is not null;
create index user_report_reported on user_report (reported_id);
create index user_report_reporter on user_report (reporter_id);
create index user_report_reviewer on user_report (reviewed_by) where reviewed_by is not null;
create index user_report_newest on user_report (created_at desc, id desc);
create index user_report_pending on user_report (created_at desc, id desc) where status = 'pending';
create index user_report_chat on user_report (chat_id) where chat_id is not null;
create trigger report_edge before update of status on user_report for each row execute function check_report_edge();
