-- Owner of reservation's new columns and of everything here but ride_departing: reservations. Of that index: rides.

alter table reservation
  -- When the driver was reminded of a request that waits.
  add column waiting_told_at timestamptz,
  -- The departure that passenger and driver were reminded of the day before; another one is worth another reminder.
  add column reminded_for timestamptz;
create index reservation_pending on reservation (created_at) where status = 'pending';
-- What departs within a day.
create index ride_departing on ride (departure_time) where status = 'active';

-- Whoever asks has seen the section as it is then. Whoever writes the row need not say so, and cannot say anything else.
create function agree_on_section() returns trigger language plpgsql as $$
begin
  select a.passes_at, b.passes_at, a.text, b.text
    into new.agreed_departs_at, new.agreed_arrives_at, new.agreed_from, new.agreed_to
    from ride_stop a join ride_stop b on b.ride_id = a.ride_id
    where a.ride_id = new.ride_id and a.position = new.from_position and b.position = new.to_position;
  return new;
end $$;
create trigger reservation_agreed before insert on reservation for each row execute function agree_on_section();

-- As before, with the driver's words, and not after departure: then the request has expired.
drop function reject_reservation(uuid, uuid);
create function reject_reservation(p_reservation uuid, p_driver uuid, p_reason text default null) returns text language plpgsql as $$
declare
  the_ride ride;
  request reservation;
begin
  select ride.* into the_ride from ride
    where id = (select ride_id from reservation where id = p_reservation) and driver_id = p_driver for update;
  if not found then return 'not_found'; end if;
  select * into request from reservation where id = p_reservation for update;
  if request.status = 'rejected' then return 'unchanged'; end if;
  if request.status <> 'pending' then return 'reservation_closed'; end if;
  if the_ride.departure_time <= app_now() then return 'ride_departed'; end if;
  update reservation set status = 'rejected', decided_at = app_now(), ended_by = 'driver', end_reason = p_reason where id = request.id;
  return 'rejected';
end $$;

-- As before, with the passenger's words.
drop function withdraw_reservation(uuid, uuid);
create function withdraw_reservation(p_reservation uuid, p_passenger uuid, p_reason text default null) returns text language plpgsql as $$
declare
  the_ride ride;
  mine reservation;
begin
  select ride.* into the_ride from ride
    where id = (select ride_id from reservation where id = p_reservation and passenger_id = p_passenger) for update;
  if not found then return 'not_found'; end if;
  select * into mine from reservation where id = p_reservation for update;
  if mine.status = 'cancelled' then return 'unchanged'; end if;
  if mine.status not in ('pending', 'accepted') then return 'reservation_closed'; end if;
  if the_ride.departure_time <= app_now() then return 'ride_departed'; end if;
  update reservation set status = 'cancelled', decided_at = app_now(), ended_by = 'passenger', end_reason = p_reason where id = mine.id;
  if mine.status = 'accepted' then
    update ride_leg set seats_taken = seats_taken - mine.seats_requested
      where ride_id = the_ride.id and position >= mine.from_position and position < mine.to_position;
    perform refresh_seats(the_ride.id);
  end if;
  return 'cancelled';
end $$;

-- As before, with the driver's words.
drop function cancel_ride(uuid, uuid);
create function cancel_ride(p_ride uuid, p_driver uuid, p_reason text default null)
returns table (outcome text, reservation_ids uuid[]) language plpgsql as $$
declare
  the_ride ride;
  ended uuid[];
begin
  select * into the_ride from ride where id = p_ride and driver_id = p_driver for update;
  if not found then return query select 'not_found', '{}'::uuid[]; return; end if;
  if the_ride.status = 'cancelled' then return query select 'unchanged', '{}'::uuid[]; return; end if;
  if the_ride.departure_time <= app_now() then return query select 'ride_departed', '{}'::uuid[]; return; end if;
  with changed as (
    update reservation set status = 'cancelled', decided_at = app_now(), ended_by = 'ride_cancelled', end_reason = p_reason
    where ride_id = p_ride and status in ('pending', 'accepted') returning id)
  select coalesce(array_agg(id), '{}') into ended from changed;
  update ride set status = 'cancelled', cancelled_at = app_now(), cancel_reason = p_reason where id = p_ride;
  update ride_leg set seats_taken = 0 where ride_id = p_ride;
  delete from ride_section where ride_id = p_ride;
  perform refresh_seats(p_ride);
  return query select 'cancelled', ended;
end $$;
