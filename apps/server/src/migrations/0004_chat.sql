-- Owner: chat.
create table chat (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references profile (id),
  passenger_id uuid not null references profile (id),
  ride_id uuid references ride (id),
  -- Number of the newest message; messages are numbered under this row's lock, so both sides see one order without gaps.
  last_seq bigint not null default 0,
  driver_read_seq bigint not null default 0,
  passenger_read_seq bigint not null default 0,
  -- What a side deleted: everything up to this number is hidden from it.
  driver_cleared_seq bigint not null default 0,
  passenger_cleared_seq bigint not null default 0,
  deleted_by_driver boolean not null default false,
  deleted_by_passenger boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (driver_id <> passenger_id)
);
create unique index chat_pair on chat (least(driver_id, passenger_id), greatest(driver_id, passenger_id));
create index chat_driver on chat (driver_id, updated_at desc);
create index chat_passenger on chat (passenger_id, updated_at desc);

create table message (
  chat_id uuid not null references chat (id) on delete cascade,
  seq bigint not null,
  id uuid not null unique default gen_random_uuid(),
  sender_id uuid not null references profile (id),
  client_id uuid,
  message_type text not null check (message_type in ('text', 'image')),
  content text check (char_length(content) <= 2000),
  image_key text,
  created_at timestamptz not null default now(),
  primary key (chat_id, seq),
  check ((message_type = 'text' and content <> '' and image_key is null) or
    (message_type = 'image' and image_key is not null and content is null))
);
create unique index message_client on message (chat_id, sender_id, client_id);
create index message_recent on message (created_at);

-- Stores a text message in one round trip. Locks the chat first and then looks for a block: a block that committed before is
-- seen, one that comes later waits. A repeated client id answers the first message. Answers null when the caller is no member,
-- and a null seq when a block stands between the two.
create function send_text_message(p_chat uuid, p_sender uuid, p_content text, p_client uuid)
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
  if blocked_between(p_sender, other) then
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
