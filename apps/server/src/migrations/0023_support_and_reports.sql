-- Owner of support_request and support_message: support. Of user_report's new column: moderation. Of rating's: ratings.
-- Of message's: chat. Of ride's: rides.

create table support_request (
  id uuid primary key default gen_random_uuid(),
  -- Null for guests, and once the person has left.
  user_id uuid references profile (id) on update cascade on delete set null,
  -- Blank once the person has left, like everything that was written here.
  name text not null check (char_length(name) <= 100),
  -- Where an answer goes by mail. Of a member: the account's own.
  email text not null check (char_length(email) <= 254),
  request_type text not null check (request_type in ('general', 'technical', 'account', 'safety', 'payment', 'report_user', 'legal', 'feature',
    'billing', 'bug_report', 'feature_request', 'admin_message')),
  -- Under which type the administrator finds it.
  filter_type text generated always as (case request_type when 'billing' then 'payment' when 'bug_report' then 'technical'
    when 'feature_request' then 'feature' else request_type end) stored,
  subject text not null check (char_length(subject) <= 200),
  description text not null check (char_length(description) <= 5000),
  origin text not null default 'form' check (origin in ('form', 'chat', 'admin')),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'resolved')),
  -- The language to answer a guest in.
  locale text not null default 'en',
  -- To the millisecond, as the list's cursor says it.
  created_at timestamptz not null default date_trunc('milliseconds', app_now()),
  updated_at timestamptz not null default app_now(),
  -- When and by whom it was first taken up.
  reviewed_at timestamptz,
  reviewed_by uuid references profile (id) on update cascade,
  -- The administrator's own; no answer to anybody else holds them.
  admin_notes text check (char_length(admin_notes) between 1 and 5000),
  -- The administrator's newest message, and when the first was written.
  admin_reply text check (char_length(admin_reply) between 1 and 5000),
  answered_at timestamptz,
  -- Written by the person since the administrator last was.
  waiting boolean not null default true,
  last_seq integer not null default 0,
  -- What the search looks at.
  search_text text generated always as (fold_name(name || ' ' || email || ' ' || subject || ' ' || description)) stored,
  check ((status = 'pending') = (reviewed_at is null) and (status = 'pending') = (reviewed_by is null)),
  check (origin <> 'admin' or status = 'resolved'),
  -- Everything that somebody wrote is there, or all of it is gone with the person.
  check ((email = '') = (name = '') and (email = '') = (subject = '') and (email = '') = (description = '')),
  check (email <> '' or num_nonnulls(user_id, admin_notes, admin_reply) = 0)
);
create index support_request_newest on support_request (created_at desc, id desc);
create index support_request_status on support_request (status, created_at desc, id desc);
create index support_request_type on support_request (filter_type, created_at desc, id desc);
create index support_request_user on support_request (user_id, created_at desc, id desc);
create index support_request_search on support_request using gin (search_text gin_trgm_ops);
-- More of the same guest's.
create index support_request_email on support_request (email, created_at desc, id desc) where user_id is null;
-- Looked at when a profile goes or gets another id.
create index support_request_reviewer on support_request (reviewed_by) where reviewed_by is not null;
create index user_report_reporter on user_report (reporter_id);
create index user_report_reviewer on user_report (reviewed_by) where reviewed_by is not null;
-- Who is to be told of news.
create index auth_user_admin on auth_user (id) where role = 'admin';
-- Retention looks for guests' old ones.
create index support_request_guest on support_request (created_at) where user_id is null;

create function check_support_edge() returns trigger language plpgsql as $$
begin
  if old.status = new.status or (old.status, new.status) in
      (('pending', 'in_progress'), ('pending', 'resolved'), ('in_progress', 'resolved')) then
    return new;
  end if;
  raise exception 'support request % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $$;
-- Afterwards: a trigger before the row is written would have the database work out its generated columns for every change.
create trigger support_edge after update of status on support_request for each row execute function check_support_edge();

create table support_message (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references support_request (id) on delete cascade,
  seq integer not null check (seq > 0),
  author text not null check (author in ('person', 'assistant', 'admin')),
  content text not null check (char_length(content) between 1 and 5000),
  client_id uuid,
  created_at timestamptz not null default app_now(),
  unique (request_id, seq)
);
create unique index support_message_client on support_message (request_id, author, client_id) where client_id is not null;

alter table user_report
  -- Why it was decided so, as both were told; null where the house's own words were used.
  add column decision text check (char_length(decision) between 1 and 2000);
create index user_report_pending on user_report (created_at desc, id desc) where status = 'pending';
drop index user_report_newest;
create index user_report_newest on user_report (created_at desc, id desc);
-- Reports on one conversation: may the administrator read an image of it?
create index user_report_chat on user_report (chat_id) where chat_id is not null;
-- What was done about a report.
create index audit_log_report on audit_log ((details ->> 'report_id'), id) where details ->> 'report_id' is not null;

-- Hidden by the administrator: shown to nobody but its owner and the administrator.
alter table rating add column comment_hidden_at timestamptz;
alter table message add column hidden_at timestamptz;
-- Neither found nor asked for any more; whoever has a reservation on it still sees it.
alter table ride add column hidden_at timestamptz;
