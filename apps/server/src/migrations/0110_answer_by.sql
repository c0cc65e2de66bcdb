-- Until when the driver can answer a request. A request ends then; the ones that wait now get a day, and half an hour before departure.
alter table reservation add column answer_by timestamptz;
update reservation set answer_by = least(now() + interval '24 hours',
    case when departure_time > now() + interval '40 minutes' then departure_time - interval '30 minutes'
      else greatest(least(now() + interval '10 minutes', departure_time), reservation.created_at) end)
  from ride where ride.id = ride_id and reservation.status = 'pending';
alter table reservation add constraint reservation_answer_by_check check (status <> 'pending' or answer_by is not null);
-- When the driver is reminded next; null when there is no reminder left.
alter table reservation add column next_reminder_at timestamptz;
alter table reservation drop column waiting_notified_at;
-- A pending request from the waiting list, whose seats count as taken until it is answered.
alter table reservation add column holds_seats boolean not null default false
  constraint reservation_holds_seats_check check (not holds_seats or status = 'pending');
-- The seats were given without an answer of the driver, by a rule of the ride.
alter table reservation add column instant boolean not null default false;

drop index reservation_pending;
create index reservation_answer_by on reservation (answer_by) where status = 'pending';
create index reservation_next_reminder on reservation (next_reminder_at) where status = 'pending' and next_reminder_at is not null;
