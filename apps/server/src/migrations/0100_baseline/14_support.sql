-- Requests to support and their messages.

create table support_request (
  id uuid primary key default gen_random_uuid(),
  -- Null for guests, and once the person has left.
  user_id uuid references profile (id) on update cascade on delete set null,
  -- Empty once the person has left, like email, subject and description.
  name text not null check (char_length(name) <= 100),
  -- Where an answer goes by mail. For a member it is the account's address.
  email text not null check (char_length(email) <= 254),
  request_type text not null check (request_type in ('general', 'technical', 'account', 'safety', 'payment', 'report_user', 'legal', 'feature',
    'billing', 'bug_report', 'feature_request', 'admin_message')),
  -- The type under which the administrator finds it.
  filter_type text generated always as (case request_type when 'billing' then 'payment' when 'bug_report' then 'technical'
    when 'feature_request' then 'feature' else request_type end) stored,
  subject text not null check (char_length(subject) <= 200),
  description text not null check (char_length(description) <= 5000),
  origin text not null default 'form' check (origin in ('form', 'chat', 'admin')),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'resolved')),
  -- The language in which a guest is answered.
  locale text not null default 'en',
  -- In whole milliseconds, because the list's cursor has no more.
  created_at timestamptz not null default date_trunc('milliseconds', app_now()),
  updated_at timestamptz not null default app_now(),
  -- When and by whom it was first taken up.
  reviewed_at timestamptz,
  reviewed_by uuid references profile (id) on update cascade,
  -- For administrators only; no other query reads them.
  admin_notes text check (char_length(admin_notes) between 1 and 5000),
  -- The administrator's newest message, and when the first one was written.
  admin_reply text check (char_length(admin_reply) between 1 and 5000),
  answered_at timestamptz,
  -- The person has written since the administrator last did.
  waiting boolean not null default true,
  last_seq integer not null default 0,
  -- What the administrator's search compares.
  search_text text generated always as (fold_name(name || ' ' || email || ' ' || subject || ' ' || description)) stored,
  check ((status = 'pending') = (reviewed_at is null) and (status = 'pending') = (reviewed_by is null)),
  check (origin <> 'admin' or status = 'resolved'),
  -- All that the person wrote is there, or all of it is gone.
  check ((email = '') = (name = '') and (email = '') = (subject = '') and (email = '') = (description = '')),
  check (email <> '' or num_nonnulls(user_id, admin_notes, admin_reply) = 0)
);
create index support_request_newest on support_request (created_at desc, id desc);
create index support_request_status on support_request (status, created_at desc, id desc);
create index support_request_type on support_request (filter_type, created_at desc, id desc);
create index support_request_user on support_request (user_id, created_at desc, id desc);
create index support_request_search on support_request using gin (search_text gin_trgm_ops);
-- Other requests of the same guest.
create index support_request_email on support_request (email, created_at desc, id desc) where user_id is null;
-- Read when a profile is deleted or gets another id.
create index support_request_reviewer on support_request (reviewed_by) where reviewed_by is not null;
-- Old requests of guests, for their deletion.
create index support_request_guest on support_request (created_at) where user_id is null;
-- After the update: a trigger before it would compute the generated columns for every change.
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
