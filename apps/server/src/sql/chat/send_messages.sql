-- Stores messages in one round trip and one transaction; a refused one does not affect the others. Locks their chats
-- first and then looks for blocks: a block that committed before is seen, one that comes later waits. A message is a text, or an image under
-- its key. A repeated client id returns the first message. Returns no row for a sender who is no member, and `refused` where a block stands
-- between the two or the other account is being deleted. Without `p_wait` it waits for no lock: a message for a chat that another
-- transaction holds is `busy`, and not stored. So is the repetition of a client id within the list.
create or replace function send_messages(
  p_chats uuid[], p_senders uuid[], p_clients uuid[], p_contents text[], p_images text[], p_widths integer[], p_heights integer[], p_wait boolean)
returns table (
  nr integer, busy boolean, refused boolean, message_id uuid, seq bigint, created_at timestamptz, recipient_id uuid, inserted boolean)
language plpgsql
-- A plan is made while tables may be empty and kept when they no longer are.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  held uuid[];
  at_time timestamptz := app_now();
begin
  -- In one order, so that two lists do not wait for each other.
  if p_wait then
    held := array(
      select chat.id from unnest(p_chats, p_senders) as given (chat_id, sender_id)
      join chat on chat.id = given.chat_id and sender_id in (driver_id, passenger_id) order by chat.id for update of chat);
  else
    held := array(
      select chat.id from unnest(p_chats, p_senders) as given (chat_id, sender_id)
      join chat on chat.id = given.chat_id and sender_id in (driver_id, passenger_id)
      -- A message refers to its sender: the lock of an account that is being deleted does not hold up others.
      join profile on profile.id = given.sender_id
      for update of chat skip locked for key share of profile skip locked);
  end if;
  return query
  with known as (
    select given.*, chat.last_seq, driver_id = given.sender_id as is_driver, other_id, chat.id = any (held) as is_held,
      message.id as known_id, message.seq as known_seq, message.created_at as known_at,
      given.client_id is not null and row_number() over (partition by given.chat_id, given.sender_id, given.client_id order by given.nr) > 1 as again,
      exists (select from user_block where blocker_id = given.sender_id and blocked_id = other_id)
        or exists (select from user_block where blocker_id = other_id and blocked_id = given.sender_id)
        or exists (select from profile where id = other_id and closed_at is not null) as shut
    from unnest(p_chats, p_senders, p_clients, p_contents, p_images, p_widths, p_heights) with ordinality
      as given (chat_id, sender_id, client_id, content, image_key, image_width, image_height, nr)
    join chat on chat.id = given.chat_id and given.sender_id in (driver_id, passenger_id)
    cross join lateral (select case when driver_id = given.sender_id then passenger_id else driver_id end as other_id) side
    left join message on message.chat_id = given.chat_id and message.sender_id = given.sender_id and message.client_id = given.client_id
  ), judged as materialized (
    select *, gen_random_uuid() as new_id, last_seq + count(*) filter (where goes) over (partition by chat_id order by nr) as new_seq
    from known cross join lateral (select is_held and not shut and not again and known_id is null as goes) verdict
  ), stored as (
    insert into message (id, chat_id, seq, sender_id, client_id, message_type, content, image_key, image_width, image_height, created_at)
    select new_id, chat_id, new_seq, sender_id, client_id, case when image_key is null then 'text' else 'image' end, content, image_key,
      image_width, image_height, at_time
    from judged where goes
  ), moved as (
    update chat set last_seq = news.last, updated_at = at_time, deleted_by_driver = false, deleted_by_passenger = false,
      driver_read_seq = coalesce(by_driver, driver_read_seq), passenger_read_seq = coalesce(by_passenger, passenger_read_seq)
    from (
      select chat_id, max(new_seq) as last, max(new_seq) filter (where is_driver) as by_driver,
        max(new_seq) filter (where not is_driver) as by_passenger
      from judged where goes group by chat_id) news
    where chat.id = news.chat_id
  )
  select judged.nr::integer, not is_held or (again and known_id is null), shut and known_id is null, coalesce(known_id, new_id),
    coalesce(known_seq, new_seq), coalesce(known_at, at_time), other_id, goes
  from judged;
end $$;
