-- Places on the waiting lists of rides. Rows of a ride change only while the ride is locked.
create table waiting_entry (
  id uuid primary key default gen_random_uuid(),
  -- The order of the list.
  number bigint not null generated always as identity,
  ride_id uuid not null references ride (id),
  passenger_id uuid not null references profile (id) on update cascade,
  from_position smallint not null constraint waiting_entry_from_position_check check (from_position >= 0),
  to_position smallint not null,
  seats_requested smallint not null constraint waiting_entry_seats_requested_check check (seats_requested between 1 and 4),
  state text not null default 'waiting'
    constraint waiting_entry_state_check check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'ended')),
  created_at timestamptz not null,
  -- Of the offer, which holds the seats from when it is made: an offer of the night can be taken until some time after the morning.
  offer_from timestamptz,
  offer_until timestamptz,
  -- When the person was notified of the offer.
  notified_at timestamptz,
  -- When it stopped waiting and having an offer.
  ended_at timestamptz,
  -- The reservation that the offer has become.
  reservation_id uuid references reservation (id) on delete set null,
  constraint waiting_entry_section_check check (from_position < to_position),
  constraint waiting_entry_offer_check check (
    (offer_from is null) = (offer_until is null) and (state not in ('offered', 'taken', 'lapsed') or offer_until is not null)
    and (state <> 'waiting' or offer_until is null)),
  constraint waiting_entry_ended_at_check check ((state in ('waiting', 'offered')) = (ended_at is null))
);
create unique index waiting_entry_active on waiting_entry (ride_id, passenger_id) where state in ('waiting', 'offered');
create index waiting_entry_ride on waiting_entry (ride_id, number) where state in ('waiting', 'offered');
create index waiting_entry_passenger on waiting_entry (passenger_id);
create index waiting_entry_ended on waiting_entry (ended_at) where ended_at is not null;
create index waiting_entry_reservation on waiting_entry (reservation_id) where reservation_id is not null;
create trigger waiting_entry_edge before update of state on waiting_entry for each row execute function check_waiting_edge();
