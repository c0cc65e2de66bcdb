-- Owner of rating's new columns, driver_record and driver_record_due: ratings. Of user_report: moderation. Of reservation.accepted_at:
-- reservations.

-- The driver rates every passenger of a ride, each passenger the driver.
alter table rating
  drop constraint rating_rater_id_ride_id_key,
  add unique (rater_id, ride_id, rated_id),
  -- False while ratings are blind and the other side has not rated.
  add column shown boolean not null default true,
  add column reply text check (char_length(reply) between 1 and 1000),
  add column replied_at timestamptz,
  add check ((reply is null) = (replied_at is null));
create index rating_hidden on rating (ride_id) where not shown;

-- As before, for what is shown only: nobody can work out from a mean what is not to be known yet.
create or replace function count_rating() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.shown then
    update profile set rating_sum = rating_sum - old.rating, rating_count = rating_count - 1 where id = old.rated_id;
  end if;
  if tg_op <> 'DELETE' and new.shown then
    update profile set rating_sum = rating_sum + new.rating, rating_count = rating_count + 1 where id = new.rated_id;
  end if;
  return null;
end $$;
drop trigger rating_counted on rating;
create trigger rating_counted after insert or delete or update of rating, shown on rating for each row execute function count_rating();

-- When the driver said yes; stays when the reservation ends later, unlike decided_at.
alter table reservation add column accepted_at timestamptz;
update reservation set accepted_at = decided_at where status = 'accepted';
create function note_acceptance() returns trigger language plpgsql as $$
begin
  new.accepted_at := coalesce(new.decided_at, app_now());
  return new;
end $$;
create trigger reservation_accepted before insert or update of status on reservation for each row
  when (new.status = 'accepted' and new.accepted_at is null) execute function note_acceptance();

-- How a driver has kept to trips and answered requests; worked out in the background.
create table driver_record (
  driver_id uuid primary key references profile (id) on update cascade on delete cascade,
  completed_trips integer not null check (completed_trips >= 0),
  cancelled_late integer not null check (cancelled_late >= 0),
  -- Null while there are too few answers.
  answer_minutes integer check (answer_minutes >= 0)
);

-- From when on the record of a ride's driver is to be worked out again. Refers to no row, so that writing here waits for nobody.
create table driver_record_due (
  ride_id uuid not null,
  due_at timestamptz not null,
  primary key (ride_id, due_at)
);
create index driver_record_due_at on driver_record_due (due_at);

create function note_reservation_change() returns trigger language plpgsql as $$
begin
  insert into driver_record_due (ride_id, due_at) values (new.ride_id, app_now()) on conflict do nothing;
  if new.status = 'accepted' then
    insert into driver_record_due (ride_id, due_at) select id, arrival_time from ride where id = new.ride_id on conflict do nothing;
  end if;
  return null;
end $$;
create trigger reservation_noted after update of status on reservation for each row
  when (old.status <> new.status) execute function note_reservation_change();
create trigger reservation_added after insert on reservation for each row
  when (new.status = 'accepted') execute function note_reservation_change();

create function note_new_arrival() returns trigger language plpgsql as $$
begin
  insert into driver_record_due (ride_id, due_at) values (new.id, new.arrival_time) on conflict do nothing;
  return null;
end $$;
create trigger ride_arrival_noted after update of arrival_time on ride for each row
  when (old.arrival_time <> new.arrival_time) execute function note_new_arrival();

insert into driver_record_due (ride_id, due_at)
select id, arrival_time from ride where exists (select from reservation where ride_id = ride.id);

create table user_report (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references profile (id) on update cascade,
  reported_id uuid not null references profile (id) on update cascade,
  -- The rating whose comment is meant; null where it is the person.
  rating_id uuid references rating (id) on delete set null,
  -- Null once one of the two has left.
  reason text check (char_length(reason) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'resolved', 'dismissed')),
  created_at timestamptz not null default app_now(),
  reviewed_at timestamptz,
  reviewed_by uuid references profile (id) on update cascade,
  check (reporter_id <> reported_id),
  check ((status = 'pending') = (reviewed_at is null) and (status = 'pending') = (reviewed_by is null))
);
create unique index user_report_once on user_report (reporter_id, rating_id) where rating_id is not null;
create index user_report_reported on user_report (reported_id);
create index user_report_newest on user_report (created_at desc, id);

-- Only what is pending is decided.
create function check_report_edge() returns trigger language plpgsql as $$
begin
  if old.status = new.status or old.status = 'pending' then return new; end if;
  raise exception 'report % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
end $$;
create trigger report_edge before update of status on user_report for each row execute function check_report_edge();
