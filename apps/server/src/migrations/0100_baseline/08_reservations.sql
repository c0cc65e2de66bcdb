-- Requests for seats, and what becomes of them.

create table reservation (
  id uuid primary key default gen_random_uuid(),
  ride_id uuid not null references ride (id),
  passenger_id uuid not null references profile (id) on update cascade,
  from_position smallint not null check (from_position >= 0),
  to_position smallint not null,
  seats_requested smallint not null check (seats_requested between 1 and 4),
  message text check (char_length(message) <= 500),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'cancelled')),
  -- Whole kr for one person.
  price integer not null check (price between 0 and 10000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- When the driver accepted; unlike decided_at it stays when the reservation ends.
  accepted_at timestamptz,
  -- What the passenger has agreed to: when and where the section began and ended when it was requested or last confirmed.
  agreed_departs_at timestamptz not null,
  agreed_arrives_at timestamptz not null,
  agreed_from text not null,
  agreed_to text not null,
  -- Who or what ended the reservation; `removed` is an accepted passenger whom the driver took off the ride.
  ended_by text check (ended_by in ('passenger', 'driver', 'ride_cancelled', 'route_changed', 'expired', 'block', 'removed')),
  end_reason text check (char_length(end_reason) <= 500),
  -- When the driver was reminded of this request.
  waiting_told_at timestamptz,
  -- The departure of which passenger and driver were reminded the day before; another departure needs another reminder.
  reminded_for timestamptz,
  check (from_position < to_position),
  check (status <> 'accepted' or accepted_at is not null)
);
create unique index reservation_active on reservation (ride_id, passenger_id) where status in ('pending', 'accepted');
create index reservation_passenger on reservation (passenger_id, created_at desc);
create index reservation_ride on reservation (ride_id, created_at);
create index reservation_pending on reservation (created_at) where status = 'pending';
create index reservation_rejected on reservation (decided_at) where status = 'rejected';
create trigger reservation_edge before update of status on reservation for each row execute function check_reservation_edge();
create trigger reservation_noted after update of status on reservation for each row
  when (old.status <> new.status) execute function note_reservation_change();
create trigger reservation_added after insert on reservation for each row
  when (new.status = 'accepted') execute function note_reservation_change();
