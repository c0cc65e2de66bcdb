-- The whole schema as the migrations and src/sql make it. `npm run schema` writes this file, and a test compares it with a migrated
-- database. Why a column is there stands beside it in 0100_baseline and the migrations after it.

create extension pg_trgm;

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION app_now()
 RETURNS timestamptz
 LANGUAGE sql
 STABLE
AS $function$ select now() + coalesce(nullif(current_setting('samtur.clock_shift', true), ''), '0')::interval $function$
;

CREATE OR REPLACE FUNCTION awaits_confirmation(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from auth_user where id = person and not email_verified)
$function$
;

CREATE OR REPLACE FUNCTION blocked_between(a uuid, b uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from user_block where (blocker_id, blocked_id) in ((a, b), (b, a)))
$function$
;

CREATE OR REPLACE FUNCTION check_rating_pause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('ratings of ' || new.rated_id || ' by ' || new.rater_id, 0));
  if next_rating(new.rater_id, new.rated_id, new.ride_id) is not null then
    raise exception 'rating of % by % too soon', new.rated_id, new.rater_id using errcode = 'unique_violation', constraint = 'rating_pause';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION check_report_edge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = new.status or old.status = 'pending' then return new; end if;
  raise exception 'report % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION check_reservation_edge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = new.status or (old.status, new.status) in
    (('pending', 'accepted'), ('pending', 'rejected'), ('pending', 'cancelled'), ('accepted', 'cancelled')) then
    return new;
  end if;
  raise exception 'reservation % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION check_support_edge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = new.status or (old.status, new.status) in
      (('pending', 'in_progress'), ('pending', 'resolved'), ('in_progress', 'resolved')) then
    return new;
  end if;
  raise exception 'support request % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION check_waiting_edge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.state = 'waiting' and new.state in ('offered', 'left', 'ended'))
    or (old.state = 'offered' and new.state in ('taken', 'lapsed', 'left', 'ended')) or old.state = new.state then
    return new;
  end if;
  raise exception 'waiting entry % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
end
$function$
;

CREATE OR REPLACE FUNCTION confirmed_name(person uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('provider', name_provider.name, 'month', to_char(month, 'YYYY-MM-DD'))
  from auth_account identity join name_confirmation on identity_id = identity.id join name_provider on name_provider.id = provider_id
  where user_id = person and names_agree and is_adult
  order by month desc, name_provider.name limit 1
$function$
;

CREATE OR REPLACE FUNCTION count_rating()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.shown then
    update profile set rating_sum = rating_sum - old.rating, rating_count = rating_count - 1 where id = old.rated_id;
  end if;
  if tg_op <> 'DELETE' and new.shown then
    update profile set rating_sum = rating_sum + new.rating, rating_count = rating_count + 1 where id = new.rated_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into profile (id, full_name) values (new.id, new.name);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION end_challenges()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from two_factor_challenge where user_id = new.user_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION end_name_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from name_confirmation where identity_id in (select id from auth_account where user_id = new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION fold_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(translate(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), 'ØÆŒÐÞŁøæœðþłđı', 'OAODTLoaodtldi'))
$function$
;

CREATE OR REPLACE FUNCTION instant_seats_left(person uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select case when not exists (
      select from reservation join ride on ride.id = ride_id
      where passenger_id = person and reservation.status = 'accepted' and ride.status = 'active' and arrival_time <= app_now())
    and not exists (
      select from ride where driver_id = person and status = 'active' and arrival_time <= app_now() and exists (
        select from reservation where ride_id = ride.id and reservation.status = 'accepted'))
    then greatest(0, 3 - (
      select coalesce(sum(seats_requested), 0)::integer from reservation join ride on ride.id = ride_id
      where passenger_id = person and instant and reservation.status = 'accepted' and ride.status = 'active' and arrival_time > app_now()))
    end
$function$
;

CREATE OR REPLACE FUNCTION is_suspended(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from auth_user where id = person and suspended_at is not null)
$function$
;

CREATE OR REPLACE FUNCTION is_trusted(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select confirmed_name(person) is not null or (select count(*) = 3 from (
    select from reservation join ride on ride.id = ride_id
    where passenger_id = person and reservation.status = 'accepted' and ride.status = 'active' and arrival_time <= app_now()
    union all
    select from ride where driver_id = person and status = 'active' and arrival_time <= app_now() and exists (
      select from reservation where ride_id = ride.id and reservation.status = 'accepted')
    limit 3) trip)
$function$
;

CREATE OR REPLACE FUNCTION keep_ride_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'ride % keeps its id', old.id using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION keep_stop_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.name = chr(1) || old.id and new.folded = '' and new.id = old.id
    and new.place_id is not distinct from old.place_id then
    return new;
  end if;
  raise exception 'stop texts stay as they are' using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION lock_pair(a uuid, b uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended(least(a, b)::text || greatest(a, b)::text, 0))
$function$
;

CREATE OR REPLACE FUNCTION next_rating(rater uuid, rated uuid, ride uuid)
 RETURNS timestamptz
 LANGUAGE sql
 STABLE
AS $function$
  select case when bool_or(earlier.departure_time < trip.arrival_time and earlier.arrival_time > trip.departure_time) then 'infinity'::timestamptz
    else max(rating.created_at + interval '7 days') filter (where rating.created_at + interval '7 days' > app_now()) end
  from rating join ride earlier on earlier.id = ride_id join ride trip on trip.id = next_rating.ride
  where rater_id = rater and rated_id = rated and earlier.id <> trip.id
$function$
;

CREATE OR REPLACE FUNCTION note_gender_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.closed_at is not null or new.closed_at is not null or new.gender is not distinct from old.gender
    or new.gender_counts_at is distinct from old.gender_counts_at then
    return new;
  end if;
  if old.gender is null and old.gender_changed_at is null and old.gender_counts_at is null and old.created_at > app_now() - interval '1 day' then
    return new;
  end if;
  new.gender_counts_at := app_now() + interval '14 days';
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION note_meeting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into driver_record_due (ride_id, due_at) values (coalesce(new.ride_id, old.ride_id), app_now()) on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION note_new_arrival()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into driver_record_due (ride_id, due_at) values (new.id, new.arrival_time) on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION note_reservation_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into driver_record_due (ride_id, due_at) values (new.ride_id, app_now()) on conflict do nothing;
  if new.status = 'accepted' then
    insert into driver_record_due (ride_id, due_at) select id, arrival_time from ride where id = new.ride_id on conflict do nothing;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION remove_ride_matches()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from ride_wanted_match where ride_id = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION remove_ride_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from ride_stop where ride_id = old.id;
  delete from ride_leg where ride_id = old.id;
  delete from ride_section where ride_id = old.id;
  delete from ride_detour where ride_id = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION remove_unconfirmed_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  begin
    delete from profile where id = old.id;
  exception when foreign_key_violation then
    update profile set id = gen_random_uuid(), full_name = '', closed_at = app_now() where id = old.id;
  end;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION send_message(p_chat uuid, p_sender uuid, p_client uuid, p_content text, p_image text, p_width integer, p_height integer)
 RETURNS TABLE(refused boolean, message_id uuid, seq bigint, created_at timestamptz, recipient_id uuid, inserted boolean)
 LANGUAGE sql
AS $function$
  select refused, message_id, seq, created_at, recipient_id, inserted
  from send_messages(array[p_chat], array[p_sender], array[p_client], array[p_content], array[p_image], array[p_width], array[p_height], true)
$function$
;

CREATE OR REPLACE FUNCTION send_messages(p_chats uuid[], p_senders uuid[], p_clients uuid[], p_contents text[], p_images text[], p_widths integer[], p_heights integer[], p_wait boolean)
 RETURNS TABLE(nr integer, busy boolean, refused boolean, message_id uuid, seq bigint, created_at timestamptz, recipient_id uuid, inserted boolean)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  held uuid[];
  at_time timestamptz := app_now();
begin
  -- In one order, so that two lists do not wait for each other.
  if p_wait then
    held := array(
      select chat.id from unnest(p_chats, p_senders) as given (chat_id, sender_id)
      join chat on chat.id = given.chat_id and sender_id in (driver_id, passenger_id) order by chat.id for update of chat);
  else
    held := array(
      select chat.id from unnest(p_chats, p_senders) as given (chat_id, sender_id)
      join chat on chat.id = given.chat_id and sender_id in (driver_id, passenger_id)
      -- A message refers to its sender: the lock of an account that is being deleted does not hold up others.
      join profile on profile.id = given.sender_id
      for update of chat skip locked for key share of profile skip locked);
  end if;
  return query
  with known as (
    select given.*, chat.last_seq, driver_id = given.sender_id as is_driver, other_id, chat.id = any (held) as is_held,
      message.id as known_id, message.seq as known_seq, message.created_at as known_at,
      given.client_id is not null and row_number() over (partition by given.chat_id, given.sender_id, given.client_id order by given.nr) > 1 as again,
      exists (select from user_block where blocker_id = given.sender_id and blocked_id = other_id)
        or exists (select from user_block where blocker_id = other_id and blocked_id = given.sender_id)
        or exists (select from profile where id = other_id and closed_at is not null) as shut
    from unnest(p_chats, p_senders, p_clients, p_contents, p_images, p_widths, p_heights) with ordinality
      as given (chat_id, sender_id, client_id, content, image_key, image_width, image_height, nr)
    join chat on chat.id = given.chat_id and given.sender_id in (driver_id, passenger_id)
    cross join lateral (select case when driver_id = given.sender_id then passenger_id else driver_id end as other_id) side
    left join message on message.chat_id = given.chat_id and message.sender_id = given.sender_id and message.client_id = given.client_id
  ), judged as materialized (
    select *, gen_random_uuid() as new_id, last_seq + count(*) filter (where goes) over (partition by chat_id order by nr) as new_seq
    from known cross join lateral (select is_held and not shut and not again and known_id is null as goes) verdict
  ), stored as (
    insert into message (id, chat_id, seq, sender_id, client_id, message_type, content, image_key, image_width, image_height, created_at)
    select new_id, chat_id, new_seq, sender_id, client_id, case when image_key is null then 'text' else 'image' end, content, image_key,
      image_width, image_height, at_time
    from judged where goes
  ), moved as (
    update chat set last_seq = news.last, updated_at = at_time, deleted_by_driver = false, deleted_by_passenger = false,
      driver_read_seq = coalesce(by_driver, driver_read_seq), passenger_read_seq = coalesce(by_passenger, passenger_read_seq)
    from (
      select chat_id, max(new_seq) as last, max(new_seq) filter (where is_driver) as by_driver,
        max(new_seq) filter (where not is_driver) as by_passenger
      from judged where goes group by chat_id) news
    where chat.id = news.chat_id
  )
  select judged.nr::integer, not is_held or (again and known_id is null), shut and known_id is null, coalesce(known_id, new_id),
    coalesce(known_seq, new_seq), coalesce(known_at, at_time), other_id, goes
  from judged;
end $function$
;

CREATE OR REPLACE FUNCTION shares_gender(driver uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select driver = person or exists (
    select from profile a join profile b on b.gender = a.gender
    where a.id = driver and b.id = person and a.gender in ('mann', 'kvinne', 'annet')
      and coalesce(greatest(a.gender_counts_at, b.gender_counts_at) <= app_now(), true))
$function$
;

CREATE OR REPLACE FUNCTION stop_bits(key integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (1::bigint << (key & 31)) | (1::bigint << (32 + ((key >> 5) & 31)))
$function$
;

create table admin_code (
  hash text not null,
  expires_at timestamptz not null,
  constraint admin_code_pkey PRIMARY KEY (hash)
);

create table audit_log (
  id bigint not null generated always as identity,
  at timestamptz not null default app_now(),
  actor_id uuid,
  action text not null,
  subject_id uuid,
  reason text,
  details jsonb not null default '{}'::jsonb,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000)))
);
CREATE INDEX audit_log_newest ON audit_log (id DESC);
CREATE INDEX audit_log_report ON audit_log (((details ->> 'report_id'::text)), id) WHERE ((details ->> 'report_id'::text) IS NOT NULL);
CREATE INDEX audit_log_subject ON audit_log (subject_id, id DESC);

create table auth_user (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  role text not null default 'user'::text,
  locale text not null default 'en'::text,
  terms_accepted_at timestamptz not null default now(),
  two_factor_enabled boolean not null default false,
  mailbox_password boolean not null default false,
  suspended_at timestamptz,
  suspended_reason text,
  purge_at timestamptz,
  last_active_on date not null default CURRENT_DATE,
  search_email text generated always as (fold_name(email)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  signed_up_from text,
  constraint auth_user_pkey PRIMARY KEY (id),
  constraint auth_user_email_key UNIQUE (email),
  constraint auth_user_check CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL))),
  constraint auth_user_email_check CHECK ((email = lower(email))),
  constraint auth_user_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text]))),
  constraint auth_user_suspended_reason_check CHECK (((char_length(suspended_reason) >= 1) AND (char_length(suspended_reason) <= 2000)))
);
CREATE INDEX auth_user_admin ON auth_user (id) WHERE (role = 'admin'::text);
CREATE INDEX auth_user_newest ON auth_user (created_at DESC, id DESC);
CREATE INDEX auth_user_purge ON auth_user (purge_at) WHERE (purge_at IS NOT NULL);
CREATE INDEX auth_user_search ON auth_user USING gin (search_email gin_trgm_ops);
CREATE INDEX auth_user_unverified ON auth_user (created_at) WHERE (NOT email_verified);
CREATE TRIGGER auth_user_profile AFTER INSERT ON auth_user FOR EACH ROW EXECUTE FUNCTION create_profile();
CREATE TRIGGER auth_user_unconfirmed AFTER DELETE ON auth_user FOR EACH ROW WHEN ((NOT old.email_verified)) EXECUTE FUNCTION remove_unconfirmed_profile();

create table account_token (
  hash text not null,
  purpose text not null,
  user_id uuid not null,
  new_email text,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  constraint account_token_pkey PRIMARY KEY (hash),
  constraint account_token_check CHECK (((purpose = 'change_email'::text) = (new_email IS NOT NULL))),
  constraint account_token_new_email_check CHECK ((new_email = lower(new_email))),
  constraint account_token_purpose_check CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text, 'change_email'::text, 'reauthenticate'::text, 'sign_in'::text]))),
  constraint account_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX account_token_old ON account_token (expires_at);
CREATE INDEX account_token_user ON account_token (user_id);
CREATE UNIQUE INDEX account_token_code ON account_token (user_id) WHERE (purpose = 'reauthenticate'::text);

create table auth_account (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint auth_account_pkey PRIMARY KEY (id),
  constraint auth_account_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint auth_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX auth_account_user ON auth_account (user_id);
CREATE TRIGGER auth_account_password_changed AFTER UPDATE OF password ON auth_account FOR EACH ROW WHEN ((new.password IS DISTINCT FROM old.password)) EXECUTE FUNCTION end_challenges();
CREATE TRIGGER auth_account_password_set AFTER INSERT ON auth_account FOR EACH ROW WHEN ((new.password IS NOT NULL)) EXECUTE FUNCTION end_challenges();

create table auth_flow (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  user_id uuid,
  code_hash text,
  challenge text,
  challenge_method text,
  redirect_to text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  constraint auth_flow_pkey PRIMARY KEY (id),
  constraint auth_flow_code_hash_key UNIQUE (code_hash),
  constraint auth_flow_challenge_check CHECK ((challenge ~ '^[A-Za-z0-9._~-]{43,128}$'::text)),
  constraint auth_flow_challenge_method_check CHECK ((challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint auth_flow_method_check CHECK (((challenge IS NULL) = (challenge_method IS NULL))),
  constraint auth_flow_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX auth_flow_expiry ON auth_flow (expires_at);
CREATE INDEX auth_flow_user ON auth_flow (user_id);

create table auth_session (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  reauthenticated_at timestamptz,
  aal text not null default 'aal1'::text,
  rotations integer not null default 0,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  methods jsonb not null default '[]'::jsonb,
  constraint auth_session_pkey PRIMARY KEY (id),
  constraint auth_session_token_key UNIQUE (token),
  constraint auth_session_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint auth_session_methods_check CHECK ((jsonb_typeof(methods) = 'array'::text)),
  constraint auth_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX auth_session_user ON auth_session (user_id);

create table auth_verification (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint auth_verification_pkey PRIMARY KEY (id)
);
CREATE INDEX auth_verification_identifier ON auth_verification (identifier);

create table calendar_feed (
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default app_now(),
  constraint calendar_feed_pkey PRIMARY KEY (user_id),
  constraint calendar_feed_id_key UNIQUE (id),
  constraint calendar_feed_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);

create table data_export (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  status text not null default 'building'::text,
  progress real not null default 0,
  attempts smallint not null default 0,
  locked_until timestamptz,
  token_hash text not null,
  file_key text,
  bytes integer,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint data_export_pkey PRIMARY KEY (id),
  constraint data_export_token_hash_key UNIQUE (token_hash),
  constraint data_export_check CHECK (((status = 'ready'::text) = (bytes IS NOT NULL))),
  constraint data_export_check1 CHECK (((file_key IS NOT NULL) = ((status = 'ready'::text) AND (used_at IS NULL)))),
  constraint data_export_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  constraint data_export_status_check CHECK ((status = ANY (ARRAY['building'::text, 'ready'::text, 'failed'::text]))),
  constraint data_export_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX data_export_newest ON data_export (user_id, created_at DESC);
CREATE UNIQUE INDEX data_export_building ON data_export (user_id) WHERE (status = 'building'::text);

create table driver_record_due (
  ride_id uuid not null,
  due_at timestamptz not null,
  constraint driver_record_due_pkey PRIMARY KEY (ride_id, due_at)
);
CREATE INDEX driver_record_due_at ON driver_record_due (due_at);

create table email_code (
  address_hash text not null,
  hash text,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  constraint email_code_pkey PRIMARY KEY (address_hash)
);

create table erased_account (
  id_hash text not null,
  erased_at timestamptz not null default app_now(),
  constraint erased_account_pkey PRIMARY KEY (id_hash)
);

create table idempotency_key (
  user_id uuid not null,
  route text not null,
  key uuid not null,
  request_hash text not null,
  response jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency_key_pkey PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_key_old ON idempotency_key (created_at);

create table local_mail (
  id uuid not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null default now(),
  constraint local_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX local_mail_newest ON local_mail (sent_at DESC);

create table loose_file (
  folder text not null,
  key text not null,
  remove_at timestamptz not null,
  constraint loose_file_pkey PRIMARY KEY (folder, key),
  constraint loose_file_folder_check CHECK ((folder = ANY (ARRAY['profiles'::text, 'chat-images'::text, 'exports'::text])))
);
CREATE INDEX loose_file_due ON loose_file (remove_at);

create table mailed_code (
  user_id uuid not null,
  purpose text not null,
  hash text not null,
  token_hash text not null,
  network text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  constraint mailed_code_pkey PRIMARY KEY (user_id, purpose),
  constraint mailed_code_token_hash_key UNIQUE (token_hash),
  constraint mailed_code_purpose_check CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text, 'change_email'::text, 'sign_in'::text]))),
  constraint mailed_code_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES account_token(hash) ON DELETE CASCADE,
  constraint mailed_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX mailed_code_expiry ON mailed_code (expires_at);

create table name_confirmation (
  identity_id uuid not null,
  month date not null,
  names_agree boolean,
  is_adult boolean,
  constraint name_confirmation_pkey PRIMARY KEY (identity_id),
  constraint name_confirmation_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint name_confirmation_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES auth_account(id) ON DELETE CASCADE
);

create table name_provider (
  id text not null,
  name text not null,
  constraint name_provider_pkey PRIMARY KEY (id)
);

create table notification (
  id bigint not null generated always as identity,
  user_id uuid not null,
  kind text not null,
  params jsonb not null default '{}'::jsonb,
  path text not null,
  dedupe_key text,
  about uuid,
  created_at timestamptz not null default app_now(),
  read_at timestamptz,
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_path_check CHECK ((path ~~ '/%'::text)),
  constraint notification_about_fkey FOREIGN KEY (about) REFERENCES auth_user(id) ON DELETE SET NULL,
  constraint notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX notification_about ON notification (about) WHERE (about IS NOT NULL);
CREATE INDEX notification_newest ON notification (user_id, id DESC);
CREATE INDEX notification_old ON notification (created_at);
CREATE INDEX notification_unread ON notification (user_id) WHERE (read_at IS NULL);
CREATE UNIQUE INDEX notification_dedupe_key ON notification (user_id, dedupe_key);

create table notification_setting (
  user_id uuid not null,
  kind text not null,
  email boolean not null default true,
  push boolean not null default true,
  constraint notification_setting_pkey PRIMARY KEY (user_id, kind),
  constraint notification_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);

create table outbox (
  id uuid not null default gen_random_uuid(),
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
  last_error text,
  expires_at timestamptz,
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_due ON outbox (next_at) WHERE ((sent_at IS NULL) AND (dead_at IS NULL));
CREATE INDEX outbox_undelivered ON outbox (created_at DESC, id DESC) WHERE ((sent_at IS NULL) AND (last_error IS NOT NULL));

create table place_search (
  place_id integer not null,
  day date not null,
  searches integer not null,
  constraint place_search_pkey PRIMARY KEY (place_id, day),
  constraint place_search_searches_check CHECK ((searches > 0))
);
CREATE INDEX place_search_day ON place_search (day);

create table profile (
  id uuid not null,
  full_name text not null,
  phone text,
  address text,
  gender text,
  age smallint,
  picture_key text,
  is_driver boolean not null default false,
  is_passenger boolean not null default true,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  rating numeric(3,1) generated always as (
CASE
    WHEN (rating_count > 0) THEN round(((rating_sum)::numeric / (rating_count)::numeric), 1)
    ELSE NULL::numeric
END) stored,
  search_name text generated always as (fold_name(full_name)) stored,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  picture_name text,
  gender_changed_at timestamptz,
  gender_counts_at timestamptz,
  constraint profile_pkey PRIMARY KEY (id),
  constraint profile_address_check CHECK ((char_length(address) <= 200)),
  constraint profile_age_check CHECK (((age >= 18) AND (age <= 100))),
  constraint profile_full_name_check CHECK (((char_length(full_name) <= 100) AND ((full_name = ''::text) = (closed_at IS NOT NULL)))),
  constraint profile_gender_check CHECK ((gender = ANY (ARRAY['mann'::text, 'kvinne'::text, 'annet'::text, 'ønsker_ikke_oppgi'::text]))),
  constraint profile_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{7,14}$'::text)),
  constraint profile_picture_name_check CHECK (((picture_name IS NULL) OR ((picture_key IS NOT NULL) AND (char_length(picture_name) <= 100)))),
  constraint profile_rating_count_check CHECK ((rating_count >= 0)),
  constraint profile_rating_sum_check CHECK ((rating_sum >= 0))
);
CREATE INDEX profile_search ON profile USING gin (search_name gin_trgm_ops);
CREATE TRIGGER profile_gender_changed BEFORE UPDATE OF gender ON profile FOR EACH ROW EXECUTE FUNCTION note_gender_change();
CREATE TRIGGER profile_name_changed AFTER UPDATE OF full_name ON profile FOR EACH ROW WHEN ((new.full_name IS DISTINCT FROM old.full_name)) EXECUTE FUNCTION end_name_confirmation();

create table chat_setting (
  user_id uuid not null,
  read_receipts boolean not null,
  constraint chat_setting_pkey PRIMARY KEY (user_id),
  constraint chat_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE
);

create table chat_upload (
  owner_id uuid not null,
  name text not null,
  key text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  sent boolean not null default false,
  created_at timestamptz not null default app_now(),
  constraint chat_upload_pkey PRIMARY KEY (owner_id, name),
  constraint chat_upload_key_key UNIQUE (key),
  constraint chat_upload_bytes_check CHECK ((bytes > 0)),
  constraint chat_upload_height_check CHECK (((height >= 1) AND (height <= 10000))),
  constraint chat_upload_name_check CHECK ((char_length(name) <= 100)),
  constraint chat_upload_width_check CHECK (((width >= 1) AND (width <= 10000))),
  constraint chat_upload_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX chat_upload_unsent ON chat_upload (created_at) WHERE (NOT sent);

create table closed_profile (
  id uuid not null,
  fields jsonb not null,
  constraint closed_profile_pkey PRIMARY KEY (id),
  constraint closed_profile_id_fkey FOREIGN KEY (id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE
);

create table cost_rate (
  id uuid not null default gen_random_uuid(),
  country text not null,
  valid_from date not null,
  ore_per_km integer not null,
  source text not null,
  created_by uuid,
  created_at timestamptz not null default app_now(),
  constraint cost_rate_pkey PRIMARY KEY (id),
  constraint cost_rate_country_valid_from_key UNIQUE (country, valid_from),
  constraint cost_rate_country_check CHECK ((country = ANY (ARRAY['NO'::text, 'DK'::text, 'SE'::text]))),
  constraint cost_rate_ore_per_km_check CHECK (((ore_per_km >= 1) AND (ore_per_km <= 10000))),
  constraint cost_rate_created_by_fkey FOREIGN KEY (created_by) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX cost_rate_created_by ON cost_rate (created_by) WHERE (created_by IS NOT NULL);

create table driver_record (
  driver_id uuid not null,
  completed_trips integer not null,
  cancelled_late integer not null,
  answer_minutes integer,
  constraint driver_record_pkey PRIMARY KEY (driver_id),
  constraint driver_record_answer_minutes_check CHECK ((answer_minutes >= 0)),
  constraint driver_record_cancelled_late_check CHECK ((cancelled_late >= 0)),
  constraint driver_record_completed_trips_check CHECK ((completed_trips >= 0)),
  constraint driver_record_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE
);

create table meeting_point (
  id uuid not null,
  place_id integer not null,
  name text not null,
  kind text not null,
  lat double precision,
  lon double precision,
  step_free boolean,
  shelter boolean,
  toilet boolean,
  parking_hours smallint,
  source text not null,
  changed_by uuid,
  updated_at timestamptz not null default app_now(),
  retired_at timestamptz,
  constraint meeting_point_pkey PRIMARY KEY (id),
  constraint meeting_point_coordinates_check CHECK (((lat IS NULL) = (lon IS NULL))),
  constraint meeting_point_kind_check CHECK ((kind = ANY (ARRAY['station'::text, 'bus_stop'::text, 'park_and_ride'::text, 'ferry_quay'::text, 'fuel_station'::text, 'campus'::text, 'airport'::text, 'other'::text]))),
  constraint meeting_point_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint meeting_point_origin_check CHECK (((lat <> (0)::double precision) OR (lon <> (0)::double precision))),
  constraint meeting_point_parking_hours_check CHECK (((parking_hours >= 0) AND (parking_hours <= 720))),
  constraint meeting_point_range_check CHECK ((((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision)) AND ((lon >= ('-180'::integer)::double precision) AND (lon <= (180)::double precision)))),
  constraint meeting_point_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 200))),
  constraint meeting_point_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX meeting_point_changed_by ON meeting_point (changed_by) WHERE (changed_by IS NOT NULL);
CREATE UNIQUE INDEX meeting_point_name ON meeting_point (place_id, lower(name)) WHERE (retired_at IS NULL);

create table push_device (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text,
  created_at timestamptz not null default app_now(),
  denials smallint not null default 0,
  constraint push_device_pkey PRIMARY KEY (id),
  constraint push_device_endpoint_key UNIQUE (endpoint),
  constraint push_device_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_session(id) ON DELETE CASCADE,
  constraint push_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX push_device_session ON push_device (session_id);
CREATE INDEX push_device_user ON push_device (user_id);

create table push_message (
  id uuid not null default gen_random_uuid(),
  device_id uuid not null,
  notification_id bigint not null,
  next_at timestamptz not null default app_now(),
  attempts smallint not null default 0,
  locked_until timestamptz,
  constraint push_message_pkey PRIMARY KEY (id),
  constraint push_message_device_id_notification_id_key UNIQUE (device_id, notification_id),
  constraint push_message_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_device(id) ON DELETE CASCADE,
  constraint push_message_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE
);
CREATE INDEX push_message_due ON push_message (next_at);

create table rate_limit (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  constraint rate_limit_pkey PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_limit_old ON rate_limit (window_start);

create table rate_pause (
  key text not null,
  used_at timestamptz not null,
  constraint rate_pause_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_pause_old ON rate_pause (used_at);

create table refresh_token (
  hash text not null,
  session_id uuid not null,
  issued_at timestamptz not null default app_now(),
  replaced_at timestamptz,
  constraint refresh_token_pkey PRIMARY KEY (hash),
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_session(id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);

create table ride_detour (
  ride_id uuid not null,
  place_id integer not null,
  leg smallint not null,
  minutes smallint not null,
  passes_at timestamptz not null,
  start_change integer not null,
  end_change integer not null,
  detour_price integer not null,
  stops_before bigint not null,
  stops_after bigint not null,
  constraint ride_detour_pkey PRIMARY KEY (place_id, passes_at, ride_id) INCLUDE (stops_before, stops_after)
);
CREATE INDEX ride_detour_ride ON ride_detour (ride_id);

create table ride_leg (
  ride_id uuid not null,
  position smallint not null,
  seats_taken smallint not null default 0,
  capacity smallint not null,
  constraint ride_leg_pkey PRIMARY KEY (ride_id, "position"),
  constraint ride_leg_check CHECK (((seats_taken >= 0) AND (seats_taken <= capacity)))
);

create table ride_section (
  ride_id uuid not null,
  from_position smallint not null,
  to_position smallint not null,
  from_stop_text_id integer not null,
  to_stop_text_id integer not null,
  from_key integer not null,
  to_key integer not null,
  departs_at timestamptz not null,
  arrives_at timestamptz not null,
  ride_departs_at timestamptz not null,
  is_start boolean not null,
  is_end boolean not null,
  price integer not null,
  pets_allowed boolean not null,
  seats_free smallint not null,
  repeated boolean not null,
  luggage text not null,
  instant_booking text not null,
  same_gender boolean not null,
  constraint ride_section_pkey PRIMARY KEY (ride_id, from_position, to_position)
) with (fillfactor=85);
CREATE INDEX ride_section_from ON ride_section (from_key, departs_at, ride_id) WHERE is_end;
CREATE INDEX ride_section_places ON ride_section (from_key, to_key, departs_at, ride_id);
CREATE INDEX ride_section_repeated ON ride_section (departs_at, ride_id) WHERE (is_start AND is_end AND repeated);
CREATE INDEX ride_section_to ON ride_section (to_key, departs_at, ride_id) WHERE is_start;
CREATE INDEX ride_section_whole ON ride_section (departs_at, ride_id) WHERE (is_start AND is_end);

create table ride_series (
  id uuid not null default gen_random_uuid(),
  driver_id uuid not null,
  weekdays smallint[] not null,
  until_day date not null,
  created_at timestamptz not null default app_now(),
  constraint ride_series_pkey PRIMARY KEY (id),
  constraint ride_series_weekdays_check CHECK (((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7))),
  constraint ride_series_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX ride_series_driver ON ride_series (driver_id);

create table ride (
  id uuid not null default gen_random_uuid(),
  driver_id uuid not null,
  start_location text not null,
  end_location text not null,
  departure_time timestamptz not null,
  arrival_time timestamptz not null,
  price integer not null,
  currency text not null default 'NOK'::text,
  total_seats smallint not null,
  available_seats smallint not null,
  pets_allowed boolean not null default false,
  notes text,
  license_plate text not null,
  car_make text not null,
  car_model text not null,
  car_color text not null,
  status text not null default 'active'::text,
  version integer not null default 1,
  distance_km integer,
  typed_distance_km integer,
  extra_costs integer not null default 0,
  cost_share integer,
  cancelled_at timestamptz,
  cancel_reason text,
  series_id uuid,
  series_direction text,
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  luggage text not null,
  detour_minutes smallint not null,
  detour_minutes_used smallint not null default 0,
  instant_booking text not null,
  same_gender boolean not null,
  road_km integer,
  road_costs integer,
  constraint ride_pkey PRIMARY KEY (id),
  constraint ride_cancel_reason_check CHECK ((char_length(cancel_reason) <= 500)),
  constraint ride_car_color_check CHECK (((char_length(car_color) >= 1) AND (char_length(car_color) <= 40))),
  constraint ride_car_make_check CHECK (((char_length(car_make) >= 1) AND (char_length(car_make) <= 40))),
  constraint ride_car_model_check CHECK (((char_length(car_model) >= 1) AND (char_length(car_model) <= 40))),
  constraint ride_check CHECK (((available_seats >= 0) AND (available_seats <= total_seats))),
  constraint ride_check1 CHECK (((departure_time < arrival_time) AND (arrival_time <= (departure_time + '24:00:00'::interval)))),
  constraint ride_check2 CHECK (((cancelled_at IS NULL) OR (status = 'cancelled'::text))),
  constraint ride_cost_share_check CHECK ((cost_share >= 0)),
  constraint ride_currency_check CHECK ((currency = ANY (ARRAY['NOK'::text, 'DKK'::text, 'SEK'::text]))),
  constraint ride_detour_minutes_check CHECK ((detour_minutes = ANY (ARRAY[0, 5, 10, 15, 20, 30]))),
  constraint ride_detour_minutes_used_check CHECK ((detour_minutes_used >= 0)),
  constraint ride_distance_km_check CHECK ((distance_km >= 0)),
  constraint ride_end_location_check CHECK (((char_length(end_location) >= 1) AND (char_length(end_location) <= 120))),
  constraint ride_extra_costs_check CHECK (((extra_costs >= 0) AND (extra_costs <= 5000))),
  constraint ride_instant_booking_check CHECK ((instant_booking = ANY (ARRAY['off'::text, 'trusted'::text, 'all'::text]))),
  constraint ride_license_plate_check CHECK ((license_plate ~ '^[A-ZÆØÅÄÖ0-9]{2,8}$'::text)),
  constraint ride_luggage_check CHECK ((luggage = ANY (ARRAY['none'::text, 'small'::text, 'cabin'::text, 'large'::text]))),
  constraint ride_notes_check CHECK ((char_length(notes) <= 1000)),
  constraint ride_price_check CHECK (((price >= 0) AND (price <= 10000))),
  constraint ride_road_costs_check CHECK ((road_costs >= 0)),
  constraint ride_road_km_check CHECK ((road_km >= 0)),
  constraint ride_series_direction_check CHECK ((series_direction = ANY (ARRAY['out'::text, 'back'::text]))),
  constraint ride_start_location_check CHECK (((char_length(start_location) >= 1) AND (char_length(start_location) <= 120))),
  constraint ride_status_check CHECK ((status = ANY (ARRAY['active'::text, 'cancelled'::text]))),
  constraint ride_total_seats_check CHECK (((total_seats >= 1) AND (total_seats <= 7))),
  constraint ride_typed_distance_km_check CHECK (((typed_distance_km >= 1) AND (typed_distance_km <= 6000))),
  constraint ride_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint ride_series_id_fkey FOREIGN KEY (series_id) REFERENCES ride_series(id) ON DELETE SET NULL
);
CREATE INDEX ride_departing ON ride (departure_time) WHERE (status = 'active'::text);
CREATE INDEX ride_driver ON ride (driver_id, departure_time DESC);
CREATE INDEX ride_of_series ON ride (series_id, departure_time) WHERE (series_id IS NOT NULL);
CREATE TRIGGER ride_arrival_noted AFTER UPDATE OF arrival_time ON ride FOR EACH ROW WHEN ((old.arrival_time <> new.arrival_time)) EXECUTE FUNCTION note_new_arrival();
CREATE TRIGGER ride_kept AFTER UPDATE OF id ON ride FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION keep_ride_id();
CREATE TRIGGER ride_matches_removed AFTER DELETE ON ride FOR EACH ROW EXECUTE FUNCTION remove_ride_matches();
CREATE TRIGGER ride_removed AFTER DELETE ON ride FOR EACH ROW EXECUTE FUNCTION remove_ride_rows();

create table chat (
  id uuid not null default gen_random_uuid(),
  driver_id uuid not null,
  passenger_id uuid not null,
  ride_id uuid,
  last_seq bigint not null default 0,
  driver_read_seq bigint not null default 0,
  passenger_read_seq bigint not null default 0,
  driver_cleared_seq bigint not null default 0,
  passenger_cleared_seq bigint not null default 0,
  deleted_by_driver boolean not null default false,
  deleted_by_passenger boolean not null default false,
  removed_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint chat_pkey PRIMARY KEY (id),
  constraint chat_check CHECK ((driver_id <> passenger_id)),
  constraint chat_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint chat_passenger_id_fkey FOREIGN KEY (passenger_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint chat_ride_id_fkey FOREIGN KEY (ride_id) REFERENCES ride(id) ON DELETE SET NULL
) with (fillfactor=80);
CREATE INDEX chat_driver ON chat (driver_id);
CREATE INDEX chat_passenger ON chat (passenger_id);
CREATE INDEX chat_ride ON chat (ride_id) WHERE (ride_id IS NOT NULL);
CREATE UNIQUE INDEX chat_pair ON chat (LEAST(driver_id, passenger_id), GREATEST(driver_id, passenger_id));

create table message (
  chat_id uuid not null,
  seq bigint not null,
  id uuid not null default gen_random_uuid(),
  sender_id uuid not null,
  client_id uuid,
  message_type text not null,
  content text,
  image_key text,
  image_width integer,
  image_height integer,
  hidden_at timestamptz,
  taken_back_at timestamptz,
  created_at timestamptz not null default now(),
  constraint message_pkey PRIMARY KEY (chat_id, seq),
  constraint message_id_key UNIQUE (id),
  constraint message_content_check CHECK ((char_length(content) <= 2000)),
  constraint message_image_height_check CHECK (((image_height >= 1) AND (image_height <= 10000))),
  constraint message_image_width_check CHECK (((image_width >= 1) AND (image_width <= 10000))),
  constraint message_kind CHECK ((((message_type = 'text'::text) AND (num_nonnulls(image_key, image_width, image_height) = 0) AND (((content <> ''::text) AND (content IS NOT NULL)) OR ((content IS NULL) AND (taken_back_at IS NOT NULL)))) OR ((message_type = 'image'::text) AND (content IS NULL) AND (num_nonnulls(image_key, image_width, image_height) = ANY (ARRAY[0, 3]))))),
  constraint message_message_type_check CHECK ((message_type = ANY (ARRAY['text'::text, 'image'::text]))),
  constraint message_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chat(id) ON DELETE CASCADE,
  constraint message_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES profile(id) ON UPDATE CASCADE
);
CREATE INDEX message_recent ON message (created_at);
CREATE INDEX message_sender ON message (sender_id);
CREATE UNIQUE INDEX message_client ON message (chat_id, sender_id, client_id);
CREATE UNIQUE INDEX message_image ON message (image_key) WHERE (image_key IS NOT NULL);

create table rating (
  id uuid not null default gen_random_uuid(),
  ride_id uuid not null,
  rater_id uuid not null,
  rated_id uuid not null,
  rating smallint not null,
  comment text,
  shown boolean not null default true,
  reply text,
  replied_at timestamptz,
  comment_hidden_at timestamptz,
  created_at timestamptz not null default now(),
  constraint rating_pkey PRIMARY KEY (id),
  constraint rating_rater_id_ride_id_rated_id_key UNIQUE (rater_id, ride_id, rated_id),
  constraint rating_check CHECK ((rater_id <> rated_id)),
  constraint rating_check1 CHECK (((reply IS NULL) = (replied_at IS NULL))),
  constraint rating_comment_check CHECK ((char_length(comment) <= 1000)),
  constraint rating_rating_check CHECK (((rating >= 1) AND (rating <= 10))),
  constraint rating_reply_check CHECK (((char_length(reply) >= 1) AND (char_length(reply) <= 1000))),
  constraint rating_rated_id_fkey FOREIGN KEY (rated_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint rating_rater_id_fkey FOREIGN KEY (rater_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint rating_ride_id_fkey FOREIGN KEY (ride_id) REFERENCES ride(id)
);
CREATE INDEX rating_hidden ON rating (ride_id) WHERE (NOT shown);
CREATE INDEX rating_rated ON rating (rated_id, created_at DESC, id);
CREATE TRIGGER rating_counted AFTER INSERT OR DELETE OR UPDATE OF rating, shown ON rating FOR EACH ROW EXECUTE FUNCTION count_rating();
CREATE TRIGGER rating_paused BEFORE INSERT ON rating FOR EACH ROW EXECUTE FUNCTION check_rating_pause();

create table reservation (
  id uuid not null default gen_random_uuid(),
  ride_id uuid not null,
  passenger_id uuid not null,
  from_position smallint not null,
  to_position smallint not null,
  seats_requested smallint not null,
  message text,
  status text not null default 'pending'::text,
  price integer not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  accepted_at timestamptz,
  agreed_departs_at timestamptz not null,
  agreed_arrives_at timestamptz not null,
  agreed_from text not null,
  agreed_to text not null,
  ended_by text,
  end_reason text,
  reminded_for timestamptz,
  detour_place_id integer,
  detour_end text,
  detour_price integer not null default 0,
  answer_by timestamptz,
  next_reminder_at timestamptz,
  holds_seats boolean not null default false,
  instant boolean not null default false,
  agreed_from_point uuid,
  agreed_to_point uuid,
  proposed_from_point uuid,
  proposed_to_point uuid,
  constraint reservation_pkey PRIMARY KEY (id),
  constraint reservation_answer_by_check CHECK (((status <> 'pending'::text) OR (answer_by IS NOT NULL))),
  constraint reservation_check CHECK ((from_position < to_position)),
  constraint reservation_check1 CHECK (((status <> 'accepted'::text) OR (accepted_at IS NOT NULL))),
  constraint reservation_detour_check CHECK ((((detour_place_id IS NULL) = (detour_end IS NULL)) AND ((detour_place_id IS NULL) OR (status <> 'accepted'::text)))),
  constraint reservation_detour_end_check CHECK ((detour_end = ANY (ARRAY['start'::text, 'end'::text]))),
  constraint reservation_detour_price_check CHECK ((detour_price >= 0)),
  constraint reservation_end_reason_check CHECK ((char_length(end_reason) <= 500)),
  constraint reservation_ended_by_check CHECK ((ended_by = ANY (ARRAY['passenger'::text, 'driver'::text, 'ride_cancelled'::text, 'route_changed'::text, 'expired'::text, 'block'::text, 'removed'::text]))),
  constraint reservation_from_position_check CHECK ((from_position >= 0)),
  constraint reservation_holds_seats_check CHECK (((NOT holds_seats) OR (status = 'pending'::text))),
  constraint reservation_message_check CHECK ((char_length(message) <= 500)),
  constraint reservation_price_check CHECK (((price >= 0) AND (price <= 10000))),
  constraint reservation_seats_requested_check CHECK (((seats_requested >= 1) AND (seats_requested <= 4))),
  constraint reservation_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'cancelled'::text]))),
  constraint reservation_agreed_from_point_fkey FOREIGN KEY (agreed_from_point) REFERENCES meeting_point(id),
  constraint reservation_agreed_to_point_fkey FOREIGN KEY (agreed_to_point) REFERENCES meeting_point(id),
  constraint reservation_passenger_id_fkey FOREIGN KEY (passenger_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint reservation_proposed_from_point_fkey FOREIGN KEY (proposed_from_point) REFERENCES meeting_point(id),
  constraint reservation_proposed_to_point_fkey FOREIGN KEY (proposed_to_point) REFERENCES meeting_point(id),
  constraint reservation_ride_id_fkey FOREIGN KEY (ride_id) REFERENCES ride(id)
);
CREATE INDEX reservation_answer_by ON reservation (answer_by) WHERE (status = 'pending'::text);
CREATE INDEX reservation_next_reminder ON reservation (next_reminder_at) WHERE ((status = 'pending'::text) AND (next_reminder_at IS NOT NULL));
CREATE INDEX reservation_passenger ON reservation (passenger_id, created_at DESC);
CREATE INDEX reservation_rejected ON reservation (decided_at) WHERE (status = 'rejected'::text);
CREATE INDEX reservation_ride ON reservation (ride_id, created_at);
CREATE UNIQUE INDEX reservation_active ON reservation (ride_id, passenger_id) WHERE (status = ANY (ARRAY['pending'::text, 'accepted'::text]));
CREATE TRIGGER reservation_added AFTER INSERT ON reservation FOR EACH ROW WHEN ((new.status = 'accepted'::text)) EXECUTE FUNCTION note_reservation_change();
CREATE TRIGGER reservation_edge BEFORE UPDATE OF status ON reservation FOR EACH ROW EXECUTE FUNCTION check_reservation_edge();
CREATE TRIGGER reservation_noted AFTER UPDATE OF status ON reservation FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION note_reservation_change();

create table check_in (
  id bigint not null generated always as identity,
  ride_id uuid not null,
  reservation_id uuid,
  person_id uuid not null,
  kind text not null,
  at timestamptz not null,
  received_at timestamptz not null default app_now(),
  constraint check_in_pkey PRIMARY KEY (id),
  constraint check_in_kind_check CHECK ((kind = ANY (ARRAY['got_in'::text, 'arrived'::text, 'met'::text, 'not_met'::text]))),
  constraint check_in_ride_check CHECK (((reservation_id IS NOT NULL) OR (kind = ANY (ARRAY['got_in'::text, 'arrived'::text])))),
  constraint check_in_person_id_fkey FOREIGN KEY (person_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint check_in_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservation(id) ON DELETE CASCADE,
  constraint check_in_ride_id_fkey FOREIGN KEY (ride_id) REFERENCES ride(id) ON DELETE CASCADE
);
CREATE INDEX check_in_person ON check_in (person_id);
CREATE INDEX check_in_reservation ON check_in (reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE UNIQUE INDEX check_in_once ON check_in (ride_id, COALESCE(reservation_id, ride_id), person_id, kind);
CREATE TRIGGER check_in_said AFTER INSERT ON check_in FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['met'::text, 'not_met'::text]))) EXECUTE FUNCTION note_meeting();
CREATE TRIGGER check_in_taken_back AFTER DELETE ON check_in FOR EACH ROW WHEN ((old.kind = ANY (ARRAY['met'::text, 'not_met'::text]))) EXECUTE FUNCTION note_meeting();

create table follow_link (
  id uuid not null default gen_random_uuid(),
  sharer_id uuid not null,
  ride_id uuid not null,
  reservation_id uuid,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  email text,
  locale text not null,
  asked_at timestamptz,
  mailed_at timestamptz,
  lat double precision,
  lon double precision,
  position_at timestamptz,
  constraint follow_link_pkey PRIMARY KEY (id),
  constraint follow_link_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint follow_link_mailed_check CHECK (((mailed_at IS NULL) OR (email IS NOT NULL))),
  constraint follow_link_position_check CHECK ((((lat IS NULL) = (lon IS NULL)) AND ((lat IS NULL) = (position_at IS NULL)))),
  constraint follow_link_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservation(id) ON DELETE CASCADE,
  constraint follow_link_ride_id_fkey FOREIGN KEY (ride_id) REFERENCES ride(id) ON DELETE CASCADE,
  constraint follow_link_sharer_id_fkey FOREIGN KEY (sharer_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX follow_link_reservation ON follow_link (reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE INDEX follow_link_ride ON follow_link (ride_id);
CREATE INDEX follow_link_sharer ON follow_link (sharer_id);

create table ride_stop (
  ride_id uuid not null,
  position smallint not null,
  text text not null,
  stop_text_id integer not null,
  place_id integer,
  lat double precision,
  lon double precision,
  share double precision not null,
  passes_at timestamptz not null,
  meeting_point_id uuid,
  constraint ride_stop_pkey PRIMARY KEY (ride_id, "position"),
  constraint ride_stop_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 120)))
);

create table ride_wanted (
  id uuid not null,
  user_id uuid not null,
  from_text text not null,
  to_text text not null,
  from_place_id integer not null,
  to_place_id integer not null,
  way_km double precision not null,
  radius_km smallint not null,
  date_from date,
  date_to date,
  weekdays smallint[],
  time_from text,
  time_to text,
  note text,
  public boolean not null,
  until_day date,
  ends_at timestamptz not null,
  paused_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  filters jsonb not null,
  constraint ride_wanted_pkey PRIMARY KEY (id),
  constraint ride_wanted_days_check CHECK (((num_nonnulls(date_from, weekdays) = 1) AND ((date_from IS NULL) = (date_to IS NULL)))),
  constraint ride_wanted_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
  constraint ride_wanted_from_text_check CHECK (((char_length(from_text) >= 1) AND (char_length(from_text) <= 120))),
  constraint ride_wanted_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 300))),
  constraint ride_wanted_places_check CHECK ((from_place_id <> to_place_id)),
  constraint ride_wanted_radius_km_check CHECK (((radius_km >= 0) AND (radius_km <= 50))),
  constraint ride_wanted_range_check CHECK ((((date_to - date_from) >= 0) AND ((date_to - date_from) <= 60))),
  constraint ride_wanted_time_from_check CHECK ((time_from ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint ride_wanted_time_to_check CHECK ((time_to ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint ride_wanted_to_text_check CHECK (((char_length(to_text) >= 1) AND (char_length(to_text) <= 120))),
  constraint ride_wanted_way_km_check CHECK ((way_km >= (0)::double precision)),
  constraint ride_wanted_weekdays_check CHECK ((((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7)) AND (weekdays <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint, (7)::smallint]))),
  constraint ride_wanted_window_check CHECK ((time_from <= time_to)),
  constraint ride_wanted_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX ride_wanted_over ON ride_wanted (COALESCE(ended_at, ends_at));
CREATE INDEX ride_wanted_places ON ride_wanted (from_place_id, to_place_id) WHERE ((paused_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX ride_wanted_posts ON ride_wanted (created_at DESC, id DESC) WHERE (public AND (paused_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX ride_wanted_user ON ride_wanted (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX ride_wanted_same_filters ON ride_wanted (user_id, from_place_id, to_place_id, radius_km, date_from, date_to, weekdays, time_from, time_to, filters) NULLS NOT DISTINCT WHERE (ended_at IS NULL);

create table ride_wanted_match (
  wanted_id uuid not null,
  ride_id uuid not null,
  notice text not null,
  offered_at timestamptz,
  driver_notified_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint ride_wanted_match_pkey PRIMARY KEY (wanted_id, ride_id),
  constraint ride_wanted_match_notice_check CHECK ((notice = ANY (ARRAY['shown'::text, 'single'::text, 'waiting'::text, 'digest'::text, 'offer'::text]))),
  constraint ride_wanted_match_wanted_id_fkey FOREIGN KEY (wanted_id) REFERENCES ride_wanted(id) ON DELETE CASCADE
);
CREATE INDEX ride_wanted_match_ride ON ride_wanted_match (ride_id);
CREATE INDEX ride_wanted_match_waiting ON ride_wanted_match (wanted_id) WHERE (notice = 'waiting'::text);

create table ride_wanted_task (
  id bigint not null generated always as identity,
  ride_id uuid,
  wanted_id uuid,
  compared_id uuid,
  constraint ride_wanted_task_pkey PRIMARY KEY (id),
  constraint ride_wanted_task_check CHECK ((num_nonnulls(ride_id, wanted_id) = 1))
);

create table server_process (
  id uuid not null,
  host text not null,
  pid integer not null,
  worker integer,
  version text not null,
  started_at timestamptz not null,
  heard_at timestamptz not null default now(),
  report jsonb not null,
  constraint server_process_pkey PRIMARY KEY (id)
);

create table sign_in (
  id bigint not null generated always as identity,
  user_id uuid not null,
  at timestamptz not null default app_now(),
  user_agent text not null,
  new_device boolean not null,
  constraint sign_in_pkey PRIMARY KEY (id),
  constraint sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_of_user ON sign_in (user_id, at DESC);

create table sql_function (
  name text not null,
  hash text not null,
  constraint sql_function_pkey PRIMARY KEY (name)
);

create table stop_text (
  id integer not null generated always as identity,
  name text not null,
  folded text not null,
  place_id integer,
  key integer not null generated always as (COALESCE(place_id, (- id))) stored,
  made_by xid8 not null default pg_current_xact_id(),
  constraint stop_text_pkey PRIMARY KEY (id),
  constraint stop_text_name_place_id_key UNIQUE NULLS NOT DISTINCT (name, place_id)
);
CREATE INDEX stop_text_folded ON stop_text USING gin (folded gin_trgm_ops);
CREATE INDEX stop_text_made_by ON stop_text (made_by);
CREATE INDEX stop_text_place ON stop_text (place_id);
CREATE TRIGGER stop_text_kept BEFORE DELETE OR UPDATE OF id, name, folded, place_id ON stop_text FOR EACH ROW EXECUTE FUNCTION keep_stop_text();
CREATE TRIGGER stop_texts_kept BEFORE TRUNCATE ON stop_text FOR EACH STATEMENT EXECUTE FUNCTION keep_stop_text();

create table support_request (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  name text not null,
  email text not null,
  request_type text not null,
  filter_type text generated always as (
CASE request_type
    WHEN 'billing'::text THEN 'payment'::text
    WHEN 'bug_report'::text THEN 'technical'::text
    WHEN 'feature_request'::text THEN 'feature'::text
    ELSE request_type
END) stored,
  subject text not null,
  description text not null,
  origin text not null default 'form'::text,
  status text not null default 'pending'::text,
  locale text not null default 'en'::text,
  created_at timestamptz not null default date_trunc('milliseconds'::text, app_now()),
  updated_at timestamptz not null default app_now(),
  reviewed_at timestamptz,
  reviewed_by uuid,
  admin_notes text,
  admin_reply text,
  answered_at timestamptz,
  waiting boolean not null default true,
  last_seq integer not null default 0,
  search_text text generated always as (fold_name(((((((name || ' '::text) || email) || ' '::text) || subject) || ' '::text) || description))) stored,
  constraint support_request_pkey PRIMARY KEY (id),
  constraint support_request_admin_notes_check CHECK (((char_length(admin_notes) >= 1) AND (char_length(admin_notes) <= 5000))),
  constraint support_request_admin_reply_check CHECK (((char_length(admin_reply) >= 1) AND (char_length(admin_reply) <= 5000))),
  constraint support_request_check CHECK ((((status = 'pending'::text) = (reviewed_at IS NULL)) AND ((status = 'pending'::text) = (reviewed_by IS NULL)))),
  constraint support_request_check1 CHECK (((origin <> 'admin'::text) OR (status = 'resolved'::text))),
  constraint support_request_check2 CHECK ((((email = ''::text) = (name = ''::text)) AND ((email = ''::text) = (subject = ''::text)) AND ((email = ''::text) = (description = ''::text)))),
  constraint support_request_check3 CHECK (((email <> ''::text) OR (num_nonnulls(user_id, admin_notes, admin_reply) = 0))),
  constraint support_request_description_check CHECK ((char_length(description) <= 5000)),
  constraint support_request_email_check CHECK ((char_length(email) <= 254)),
  constraint support_request_name_check CHECK ((char_length(name) <= 100)),
  constraint support_request_origin_check CHECK ((origin = ANY (ARRAY['form'::text, 'chat'::text, 'admin'::text]))),
  constraint support_request_request_type_check CHECK ((request_type = ANY (ARRAY['general'::text, 'technical'::text, 'account'::text, 'safety'::text, 'payment'::text, 'report_user'::text, 'legal'::text, 'feature'::text, 'billing'::text, 'bug_report'::text, 'feature_request'::text, 'admin_message'::text]))),
  constraint support_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'resolved'::text]))),
  constraint support_request_subject_check CHECK ((char_length(subject) <= 200)),
  constraint support_request_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint support_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX support_request_email ON support_request (email, created_at DESC, id DESC) WHERE (user_id IS NULL);
CREATE INDEX support_request_guest ON support_request (created_at) WHERE (user_id IS NULL);
CREATE INDEX support_request_newest ON support_request (created_at DESC, id DESC);
CREATE INDEX support_request_reviewer ON support_request (reviewed_by) WHERE (reviewed_by IS NOT NULL);
CREATE INDEX support_request_search ON support_request USING gin (search_text gin_trgm_ops);
CREATE INDEX support_request_status ON support_request (status, created_at DESC, id DESC);
CREATE INDEX support_request_type ON support_request (filter_type, created_at DESC, id DESC);
CREATE INDEX support_request_user ON support_request (user_id, created_at DESC, id DESC);
CREATE TRIGGER support_edge AFTER UPDATE OF status ON support_request FOR EACH ROW EXECUTE FUNCTION check_support_edge();

create table support_message (
  id uuid not null default gen_random_uuid(),
  request_id uuid not null,
  seq integer not null,
  author text not null,
  content text not null,
  client_id uuid,
  created_at timestamptz not null default app_now(),
  constraint support_message_pkey PRIMARY KEY (id),
  constraint support_message_request_id_seq_key UNIQUE (request_id, seq),
  constraint support_message_author_check CHECK ((author = ANY (ARRAY['person'::text, 'assistant'::text, 'admin'::text]))),
  constraint support_message_content_check CHECK (((char_length(content) >= 1) AND (char_length(content) <= 5000))),
  constraint support_message_seq_check CHECK ((seq > 0)),
  constraint support_message_request_id_fkey FOREIGN KEY (request_id) REFERENCES support_request(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX support_message_client ON support_message (request_id, author, client_id) WHERE (client_id IS NOT NULL);

create table token_key (
  id uuid not null default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now(),
  constraint token_key_pkey PRIMARY KEY (id)
);

create table two_factor (
  user_id uuid not null,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default app_now(),
  constraint two_factor_pkey PRIMARY KEY (user_id),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE
);

create table recovery_code (
  user_id uuid not null,
  hash text not null,
  constraint recovery_code_pkey PRIMARY KEY (user_id, hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factor(user_id) ON DELETE CASCADE
);

create table two_factor_challenge (
  hash text not null,
  user_id uuid not null,
  password_mark text,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  constraint two_factor_challenge_pkey PRIMARY KEY (hash),
  constraint two_factor_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factor(user_id) ON DELETE CASCADE
);
CREATE INDEX two_factor_challenge_user ON two_factor_challenge (user_id);

create table used_id_token (
  hash text not null,
  expires_at timestamptz not null,
  constraint used_id_token_pkey PRIMARY KEY (hash)
);

create table user_block (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamptz not null default now(),
  constraint user_block_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint user_block_check CHECK ((blocker_id <> blocked_id)),
  constraint user_block_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint user_block_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES profile(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX user_block_blocked ON user_block (blocked_id);

create table user_report (
  id uuid not null default gen_random_uuid(),
  reporter_id uuid,
  reported_id uuid not null,
  rating_id uuid,
  chat_id uuid,
  chat_seq bigint,
  reason text,
  status text not null default 'pending'::text,
  decision text,
  created_at timestamptz not null default app_now(),
  reviewed_at timestamptz,
  reviewed_by uuid,
  category text,
  constraint user_report_pkey PRIMARY KEY (id),
  constraint user_report_category_check CHECK ((category = ANY (ARRAY['behaviour'::text, 'driving'::text, 'no_show'::text, 'money'::text, 'fake'::text, 'other'::text]))),
  constraint user_report_check CHECK ((reporter_id <> reported_id)),
  constraint user_report_check1 CHECK ((((status = 'pending'::text) = (reviewed_at IS NULL)) AND ((status = 'pending'::text) = (reviewed_by IS NULL)))),
  constraint user_report_decision_check CHECK (((char_length(decision) >= 1) AND (char_length(decision) <= 2000))),
  constraint user_report_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
  constraint user_report_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'resolved'::text, 'dismissed'::text]))),
  constraint user_report_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chat(id) ON DELETE SET NULL,
  constraint user_report_rating_id_fkey FOREIGN KEY (rating_id) REFERENCES rating(id) ON DELETE SET NULL,
  constraint user_report_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint user_report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint user_report_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES profile(id) ON UPDATE CASCADE
);
CREATE INDEX user_report_chat ON user_report (chat_id) WHERE (chat_id IS NOT NULL);
CREATE INDEX user_report_newest ON user_report (created_at DESC, id DESC);
CREATE INDEX user_report_pending ON user_report (created_at DESC, id DESC) WHERE (status = 'pending'::text);
CREATE INDEX user_report_reported ON user_report (reported_id);
CREATE INDEX user_report_reporter ON user_report (reporter_id);
CREATE INDEX user_report_reviewer ON user_report (reviewed_by) WHERE (reviewed_by IS NOT NULL);
CREATE UNIQUE INDEX user_report_once ON user_report (reporter_id, rating_id) WHERE (rating_id IS NOT NULL);
CREATE TRIGGER report_edge BEFORE UPDATE OF status ON user_report FOR EACH ROW EXECUTE FUNCTION check_report_edge();

create table waiting_entry (
  id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  ride_id uuid not null,
  passenger_id uuid not null,
  from_position smallint not null,
  to_position smallint not null,
  seats_requested smallint not null,
  state text not null default 'waiting'::text,
  created_at timestamptz not null,
  offer_from timestamptz,
  offer_until timestamptz,
  notified_at timestamptz,
  ended_at timestamptz,
  reservation_id uuid,
  constraint waiting_entry_pkey PRIMARY KEY (id),
  constraint waiting_entry_ended_at_check CHECK (((state = ANY (ARRAY['waiting'::text, 'offered'::text])) = (ended_at IS NULL))),
  constraint waiting_entry_from_position_check CHECK ((from_position >= 0)),
  constraint waiting_entry_offer_check CHECK ((((offer_from IS NULL) = (offer_until IS NULL)) AND ((state <> ALL (ARRAY['offered'::text, 'taken'::text, 'lapsed'::text])) OR (offer_until IS NOT NULL)) AND ((state <> 'waiting'::text) OR (offer_until IS NULL)))),
  constraint waiting_entry_seats_requested_check CHECK (((seats_requested >= 1) AND (seats_requested <= 4))),
  constraint waiting_entry_section_check CHECK ((from_position < to_position)),
  constraint waiting_entry_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'offered'::text, 'taken'::text, 'lapsed'::text, 'left'::text, 'ended'::text]))),
  constraint waiting_entry_passenger_id_fkey FOREIGN KEY (passenger_id) REFERENCES profile(id) ON UPDATE CASCADE,
  constraint waiting_entry_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservation(id) ON DELETE SET NULL,
  constraint waiting_entry_ride_id_fkey FOREIGN KEY (ride_id) REFERENCES ride(id)
);
CREATE INDEX waiting_entry_ended ON waiting_entry (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX waiting_entry_passenger ON waiting_entry (passenger_id);
CREATE INDEX waiting_entry_reservation ON waiting_entry (reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE INDEX waiting_entry_ride ON waiting_entry (ride_id, number) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE UNIQUE INDEX waiting_entry_active ON waiting_entry (ride_id, passenger_id) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE TRIGGER waiting_entry_edge BEFORE UPDATE OF state ON waiting_entry FOR EACH ROW EXECUTE FUNCTION check_waiting_edge();
