-- The day of travel: links with which others follow a trip, and what driver and passenger say has happened.

create table follow_link (
  id uuid primary key default gen_random_uuid(),
  sharer_id uuid not null references profile (id) on update cascade on delete cascade,
  ride_id uuid not null references ride (id) on delete cascade,
  -- Null for a driver who shares the own ride.
  reservation_id uuid references reservation (id) on delete cascade,
  created_at timestamptz not null default app_now(),
  -- When the person has taken it back.
  ended_at timestamptz,
  -- Who gets one mail when the person does not say that the trip has ended; null where nobody does.
  email text constraint follow_link_email_check check (char_length(email) between 3 and 254),
  -- The language of that mail.
  locale text not null,
  -- When the person was asked, and when the mail was queued.
  asked_at timestamptz,
  mailed_at timestamptz,
  -- The last position that the person has shown; removed with the end of the link.
  lat double precision,
  lon double precision,
  position_at timestamptz,
  constraint follow_link_position_check check ((lat is null) = (lon is null) and (lat is null) = (position_at is null)),
  constraint follow_link_mailed_check check (mailed_at is null or email is not null)
);
create index follow_link_sharer on follow_link (sharer_id);
create index follow_link_ride on follow_link (ride_id);
create index follow_link_reservation on follow_link (reservation_id) where reservation_id is not null;

create table check_in (
  id bigint generated always as identity primary key,
  ride_id uuid not null references ride (id) on delete cascade,
  -- Null for what a driver says of the whole ride.
  reservation_id uuid references reservation (id) on delete cascade,
  person_id uuid not null references profile (id) on update cascade on delete cascade,
  kind text not null constraint check_in_kind_check check (kind = any (array['got_in', 'arrived', 'met', 'not_met'])),
  -- When it happened, by the person's device where that can be true.
  at timestamptz not null,
  received_at timestamptz not null default app_now(),
  constraint check_in_ride_check check (reservation_id is not null or kind in ('got_in', 'arrived'))
);
create unique index check_in_once on check_in (ride_id, coalesce(reservation_id, ride_id), person_id, kind);
create index check_in_reservation on check_in (reservation_id) where reservation_id is not null;
create index check_in_person on check_in (person_id);
create trigger check_in_said after insert on check_in for each row when (new.kind in ('met', 'not_met')) execute function note_meeting();
create trigger check_in_taken_back after delete on check_in for each row when (old.kind in ('met', 'not_met')) execute function note_meeting();
