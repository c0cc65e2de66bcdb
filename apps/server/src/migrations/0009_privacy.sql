-- Owner of data_export and erased_account: privacy. Owner of the chat's new column: chat. Of reservations: cancel_ride and
-- withdraw_reservation.

-- A person's own data in one file, made in the background and fetched once.
create table data_export (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_user (id) on delete cascade,
  status text not null default 'building' check (status in ('building', 'ready', 'failed')),
  progress real not null default 0 check (progress between 0 and 1),
  attempts smallint not null default 0,
  -- Whoever builds it has it until then; it is taken over from a process that has died.
  locked_until timestamptz,
  -- Of the address at which it is fetched.
  token_hash text not null unique,
  file_key text,
  bytes integer,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((status = 'ready') = (bytes is not null)),
  -- Whoever has fetched it has it; here it is gone.
  check ((file_key is not null) = (status = 'ready' and used_at is null))
);
create unique index data_export_building on data_export (user_id) where status = 'building';
create index data_export_newest on data_export (user_id, created_at desc);

-- Whoever comes back with a restored backup is erased again. Hashes, so that this says nothing of anybody.
create table erased_account (
  id_hash text primary key,
  erased_at timestamptz not null default app_now()
);

-- Old messages are removed from the front of a conversation; those up to this number are gone.
alter table chat add column removed_seq bigint not null default 0;

create index reservation_rejected on reservation (decided_at) where status = 'rejected';

-- A rating whose profile gets a new id is not a new rating: the sums move along with the profile itself.
drop trigger rating_counted on rating;
create trigger rating_counted after insert or delete or update of rating on rating for each row execute function count_rating();

-- Cancels a ride before its departure. Locks the ride, then its reservations (the order used everywhere): whatever is being requested or
-- accepted meanwhile is finished before or sees it. Answers cancelled, unchanged or an error code, and the reservations it has ended.
create function cancel_ride(p_ride uuid, p_driver uuid) returns table (outcome text, reservation_ids uuid[]) language plpgsql as $$
declare
  the_ride ride;
  ended uuid[];
begin
  select * into the_ride from ride where id = p_ride and driver_id = p_driver for update;
  if not found then return query select 'not_found', '{}'::uuid[]; return; end if;
  if the_ride.status = 'cancelled' then return query select 'unchanged', '{}'::uuid[]; return; end if;
  if the_ride.departure_time <= app_now() then return query select 'ride_departed', '{}'::uuid[]; return; end if;
  with changed as (
    update reservation set status = 'cancelled', decided_at = app_now()
    where ride_id = p_ride and status in ('pending', 'accepted') returning id)
  select coalesce(array_agg(id), '{}') into ended from changed;
  update ride set status = 'cancelled' where id = p_ride;
  update ride_leg set seats_taken = 0 where ride_id = p_ride;
  delete from ride_section where ride_id = p_ride;
  perform refresh_seats(p_ride);
  return query select 'cancelled', ended;
end $$;

-- The passenger takes back a request or gives back accepted seats, before departure: cancelled, unchanged, or an error code.
create function withdraw_reservation(p_reservation uuid, p_passenger uuid) returns text language plpgsql as $$
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
  update reservation set status = 'cancelled', decided_at = app_now() where id = mine.id;
  if mine.status = 'accepted' then
    update ride_leg set seats_taken = seats_taken - mine.seats_requested
      where ride_id = the_ride.id and position >= mine.from_position and position < mine.to_position;
    perform refresh_seats(the_ride.id);
  end if;
  return 'cancelled';
end $$;

-- As before, and refused in the same neutral way when the other account is being deleted.
create or replace function send_text_message(p_chat uuid, p_sender uuid, p_content text, p_client uuid)
returns table (refused boolean, message_id uuid, seq bigint, created_at timestamptz, recipient_id uuid, fresh boolean)
language plpgsql as $$
declare
  the_chat chat;
  stored message;
  other uuid;
begin
  select * into the_chat from chat where id = p_chat and p_sender in (driver_id, passenger_id) for update;
  if not found then return; end if;
  other := case when the_chat.driver_id = p_sender then the_chat.passenger_id else the_chat.driver_id end;
  if p_client is not null then
    select * into stored from message m where m.chat_id = p_chat and m.sender_id = p_sender and m.client_id = p_client;
    if found then
      return query select false, stored.id, stored.seq, stored.created_at, other, false;
      return;
    end if;
  end if;
  if blocked_between(p_sender, other) or exists (select from profile where id = other and closed_at is not null) then
    return query select true, null::uuid, null::bigint, null::timestamptz, other, false;
    return;
  end if;
  insert into message (chat_id, seq, sender_id, client_id, message_type, content, created_at)
    values (p_chat, the_chat.last_seq + 1, p_sender, p_client, 'text', p_content, app_now()) returning * into stored;
  update chat set last_seq = stored.seq, updated_at = stored.created_at, deleted_by_driver = false, deleted_by_passenger = false,
    driver_read_seq = case when driver_id = p_sender then stored.seq else driver_read_seq end,
    passenger_read_seq = case when passenger_id = p_sender then stored.seq else passenger_read_seq end
    where id = p_chat;
  return query select false, stored.id, stored.seq, stored.created_at, other, true;
end $$;
