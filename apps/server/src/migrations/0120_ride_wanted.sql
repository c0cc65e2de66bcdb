-- Wanted rides: searches that people keep, which report matching rides.

create table ride_wanted (
  id uuid primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  -- As the person typed them, with the places of the gazetteer that they name.
  from_text text not null constraint ride_wanted_from_text_check check (char_length(from_text) between 1 and 120),
  to_text text not null constraint ride_wanted_to_text_check check (char_length(to_text) between 1 and 120),
  from_place_id integer not null,
  to_place_id integer not null,
  -- Between the two places in a straight line. A section whose ends together are further away from them than this leads elsewhere.
  way_km double precision not null constraint ride_wanted_way_km_check check (way_km >= 0),
  radius_km smallint not null constraint ride_wanted_radius_km_check check (radius_km between 0 and 50),
  -- Either days in Oslo, or weekdays by ISO (1 is Monday).
  date_from date,
  date_to date,
  weekdays smallint[] constraint ride_wanted_weekdays_check
    check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- Clock in Oslo between which the section departs, hh:mm.
  time_from text constraint ride_wanted_time_from_check check (time_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  time_to text constraint ride_wanted_time_to_check check (time_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  seats smallint not null constraint ride_wanted_seats_check check (seats between 1 and 4),
  -- Whole kr for one person on the section.
  max_price integer constraint ride_wanted_max_price_check check (max_price between 0 and 10000),
  note text constraint ride_wanted_note_check check (char_length(note) between 1 and 300),
  pets boolean not null,
  luggage text constraint ride_wanted_luggage_check check (luggage = any (array['small', 'cabin', 'large'])),
  -- Drivers see it as a post.
  public boolean not null,
  -- The last day, as the person chose it.
  until_day date,
  -- When it ends by itself: after the last day, or after its window on that day.
  ends_at timestamptz not null,
  paused_at timestamptz,
  -- When its owner ended it, or when the same one was made again after it had ended by itself.
  ended_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint ride_wanted_places_check check (from_place_id <> to_place_id),
  constraint ride_wanted_days_check check (num_nonnulls(date_from, weekdays) = 1 and (date_from is null) = (date_to is null)),
  constraint ride_wanted_range_check check (date_to - date_from between 0 and 60),
  constraint ride_wanted_window_check check (time_from <= time_to)
);
create index ride_wanted_places on ride_wanted (from_place_id, to_place_id) where paused_at is null and ended_at is null;
create index ride_wanted_user on ride_wanted (user_id, created_at desc, id desc);
create index ride_wanted_posts on ride_wanted (created_at desc, id desc) where public and paused_at is null and ended_at is null;
create index ride_wanted_over on ride_wanted (coalesce(ended_at, ends_at));
-- One person keeps the same search once.
create unique index ride_wanted_same on ride_wanted (user_id, from_place_id, to_place_id, radius_km, date_from, date_to, weekdays, time_from,
  time_to, seats, max_price, pets, luggage) nulls not distinct where ended_at is null;

-- A ride that has matched a wanted ride, or was offered for it: the person learns of it once, for ever. No foreign key to the ride, because its
-- row is locked by whoever accepts a request on it.
create table ride_wanted_match (
  wanted_id uuid not null references ride_wanted (id) on delete cascade,
  ride_id uuid not null,
  -- How the person learned of it: from the response that saved or changed the wanted ride, by a notification of its own, in a digest
  -- ('waiting' for it first), or because the driver has offered it.
  notice text not null constraint ride_wanted_match_notice_check check (notice = any (array['shown', 'single', 'waiting', 'digest', 'offer'])),
  offered_at timestamptz,
  -- When the driver was notified of the public wanted ride.
  driver_notified_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (wanted_id, ride_id)
);
create index ride_wanted_match_ride on ride_wanted_match (ride_id);
create index ride_wanted_match_waiting on ride_wanted_match (wanted_id) where notice = 'waiting';

-- What has to be matched: a ride with new sections or more free seats, or a new or changed wanted ride. Written in the transaction of the
-- change, also several times for one ride, so that no writer waits for another. Removed when it is done.
create table ride_wanted_task (
  id bigint generated always as identity primary key,
  ride_id uuid,
  wanted_id uuid,
  -- Of a ride: the last wanted ride that was compared with it.
  compared_id uuid,
  constraint ride_wanted_task_check check (num_nonnulls(ride_id, wanted_id) = 1)
);

create trigger ride_section_findable after insert on ride_section referencing new table as added
  for each statement execute function note_findable_rides();
create trigger ride_section_freed after update on ride_section referencing old table as earlier new table as later
  for each statement execute function note_freed_seats();
create trigger ride_matches_removed after delete on ride for each row execute function remove_ride_matches();
