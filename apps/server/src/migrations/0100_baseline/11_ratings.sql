-- Ratings, and how drivers keep to their trips.

-- The driver rates every passenger of a ride, each passenger the driver.
create table rating (
  id uuid primary key default gen_random_uuid(),
  ride_id uuid not null references ride (id),
  rater_id uuid not null references profile (id) on update cascade,
  rated_id uuid not null references profile (id) on update cascade,
  rating smallint not null check (rating between 1 and 10),
  comment text check (char_length(comment) <= 1000),
  -- False while ratings are blind and the other side has not rated.
  shown boolean not null default true,
  reply text check (char_length(reply) between 1 and 1000),
  replied_at timestamptz,
  -- Hidden by the administrator: only its author and administrators see the comment.
  comment_hidden_at timestamptz,
  created_at timestamptz not null default now(),
  unique (rater_id, ride_id, rated_id),
  check (rater_id <> rated_id),
  check ((reply is null) = (replied_at is null))
);
create index rating_rated on rating (rated_id, created_at desc, id);
create index rating_hidden on rating (ride_id) where not shown;
create trigger rating_counted after insert or delete or update of rating, shown on rating for each row execute function count_rating();

-- How a driver has kept to trips and decided requests; computed in the background.
create table driver_record (
  driver_id uuid primary key references profile (id) on update cascade on delete cascade,
  completed_trips integer not null check (completed_trips >= 0),
  cancelled_late integer not null check (cancelled_late >= 0),
  -- Null while the driver has decided too few requests.
  answer_minutes integer check (answer_minutes >= 0)
);

-- From when on the record of a ride's driver has to be computed again. Without foreign keys, so that writing here waits for no lock.
create table driver_record_due (
  ride_id uuid not null,
  due_at timestamptz not null,
  primary key (ride_id, due_at)
);
create index driver_record_due_at on driver_record_due (due_at);
