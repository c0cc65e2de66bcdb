-- Owner of auth_*: accounts. Owner of profile: profiles. Owner of audit_log: moderation.
alter table auth_user
  add column two_factor_enabled boolean not null default false,
  -- The administrator has shut this account; the person is told the reason.
  add column suspended_at timestamptz,
  add column suspended_reason text check (char_length(suspended_reason) between 1 and 2000),
  -- The person has asked for the account to be deleted; until then the wish can be taken back.
  add column purge_at timestamptz,
  -- A day is all the administrator sees of when somebody was last here.
  add column last_active_on date not null default current_date,
  add check ((suspended_at is null) = (suspended_reason is null));
create index auth_user_purge on auth_user (purge_at) where purge_at is not null;
create index auth_user_unverified on auth_user (created_at) where not email_verified;

-- Dangerous things ask for the password again, unless the person has just shown it.
alter table auth_session add column reauthenticated_at timestamptz;

-- A profile outlives its account: what others wrote with this person stays readable, under no name. While an account waits for its
-- deletion the personal fields are in `closed_profile`, so that nobody sees them and the person can still have them back.
alter table profile drop constraint profile_id_fkey;
alter table profile drop constraint profile_full_name_check;
alter table profile add column closed_at timestamptz;
alter table profile add constraint profile_full_name_check
  check (char_length(full_name) <= 100 and (full_name = '') = (closed_at is not null));

create table closed_profile (
  id uuid primary key references profile (id) on delete cascade on update cascade,
  fields jsonb not null
);

-- On deletion a profile gets a new id, so that nothing kept leads back to the account: everything that names it follows.
alter table user_block drop constraint user_block_blocker_id_fkey, drop constraint user_block_blocked_id_fkey,
  add foreign key (blocker_id) references profile (id) on delete cascade on update cascade,
  add foreign key (blocked_id) references profile (id) on delete cascade on update cascade;
alter table ride drop constraint ride_driver_id_fkey,
  add foreign key (driver_id) references profile (id) on update cascade;
alter table reservation drop constraint reservation_passenger_id_fkey,
  add foreign key (passenger_id) references profile (id) on update cascade;
alter table rating drop constraint rating_rater_id_fkey, drop constraint rating_rated_id_fkey,
  add foreign key (rater_id) references profile (id) on update cascade,
  add foreign key (rated_id) references profile (id) on update cascade;
alter table chat drop constraint chat_driver_id_fkey, drop constraint chat_passenger_id_fkey,
  add foreign key (driver_id) references profile (id) on update cascade,
  add foreign key (passenger_id) references profile (id) on update cascade;
alter table message drop constraint message_sender_id_fkey,
  add foreign key (sender_id) references profile (id) on update cascade;

-- What the administrator did to whom, and why. No foreign keys: the log outlives the people.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  -- Null for what the house did by itself.
  actor_id uuid,
  action text not null,
  subject_id uuid,
  reason text check (char_length(reason) between 1 and 2000),
  details jsonb not null default '{}'
);
create index audit_log_newest on audit_log (id desc);
create index audit_log_subject on audit_log (subject_id, id desc);
