-- Owner of message's new columns and of chat_setting: chat. Of user_report's new columns: moderation.

-- Pixels of an image, so that its place is kept while it loads. An image that was removed leaves its message behind.
alter table message
  drop constraint message_check,
  add column image_width integer check (image_width between 1 and 10000),
  add column image_height integer check (image_height between 1 and 10000),
  add constraint message_kind check (
    (message_type = 'text' and content is not null and content <> '' and num_nonnulls(image_key, image_width, image_height) = 0) or
    (message_type = 'image' and content is null and num_nonnulls(image_key, image_width, image_height) in (0, 3)));
-- Whoever asks for an image is looked for among the members of its chat.
create unique index message_image on message (image_key) where image_key is not null;
-- An account's own images, and its messages when its profile gets another id.
create index message_sender on message (sender_id);

-- No row: everything is told.
create table chat_setting (
  user_id uuid primary key references profile (id) on delete cascade on update cascade,
  -- Shows others how far the person has read, and the person how far they have.
  read_receipts boolean not null
);

-- The conversation a report is about, and how far it went at that time: so far the administrator may read it.
alter table user_report
  add column chat_id uuid references chat (id) on delete set null,
  add column chat_seq bigint;

-- Stores a message in one round trip: a text, or an image under its key. Locks the chat first and then looks for a block: a block that
-- committed before is seen, one that comes later waits. A repeated client id answers the first message. Answers nothing when the sender is
-- no member, and a null seq when a block stands between the two or the other account is being deleted.
drop function send_text_message(uuid, uuid, text, uuid);
create function send_message(p_chat uuid, p_sender uuid, p_client uuid, p_content text, p_image text, p_width integer, p_height integer)
returns table (refused boolean, message_id uuid, seq bigint, created_at timestamptz, recipient_id uuid, fresh boolean)
language plpgsql as $$
declare
  the_chat chat;
  stored message;
  other uuid;
  shut boolean;
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
  -- As blocked_between has it; called from here that would take five times as long.
  select exists (select from user_block where blocker_id = p_sender and blocked_id = other)
    or exists (select from user_block where blocker_id = other and blocked_id = p_sender)
    or exists (select from profile where id = other and closed_at is not null) into shut;
  if shut then
    return query select true, null::uuid, null::bigint, null::timestamptz, other, false;
    return;
  end if;
  insert into message (chat_id, seq, sender_id, client_id, message_type, content, image_key, image_width, image_height, created_at)
    values (p_chat, the_chat.last_seq + 1, p_sender, p_client, case when p_image is null then 'text' else 'image' end, p_content, p_image,
      p_width, p_height, app_now()) returning * into stored;
  update chat set last_seq = stored.seq, updated_at = stored.created_at, deleted_by_driver = false, deleted_by_passenger = false,
    driver_read_seq = case when driver_id = p_sender then stored.seq else driver_read_seq end,
    passenger_read_seq = case when passenger_id = p_sender then stored.seq else passenger_read_seq end
    where id = p_chat;
  return query select false, stored.id, stored.seq, stored.created_at, other, true;
end $$;
