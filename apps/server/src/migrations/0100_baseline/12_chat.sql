-- Conversations of two people.

-- The indexes leave out updated_at and the pages have room, so that a new message rewrites the row only.
create table chat (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references profile (id) on update cascade,
  passenger_id uuid not null references profile (id) on update cascade,
  -- The trip the conversation is about.
  ride_id uuid references ride (id) on delete set null,
  -- Number of the newest message. Messages are numbered under this row's lock, so both sides see one order without gaps.
  last_seq bigint not null default 0,
  driver_read_seq bigint not null default 0,
  passenger_read_seq bigint not null default 0,
  -- Messages up to this number are hidden from the side that deleted the conversation.
  driver_cleared_seq bigint not null default 0,
  passenger_cleared_seq bigint not null default 0,
  deleted_by_driver boolean not null default false,
  deleted_by_passenger boolean not null default false,
  -- Old messages up to this number have been deleted.
  removed_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (driver_id <> passenger_id)
) with (fillfactor = 80);
create unique index chat_pair on chat (least(driver_id, passenger_id), greatest(driver_id, passenger_id));
create index chat_driver on chat (driver_id);
create index chat_passenger on chat (passenger_id);
create index chat_ride on chat (ride_id) where ride_id is not null;

create table message (
  chat_id uuid not null references chat (id) on delete cascade,
  seq bigint not null,
  id uuid not null unique default gen_random_uuid(),
  sender_id uuid not null references profile (id) on update cascade,
  -- The sender's own id for the message, so that sending it again stores nothing.
  client_id uuid,
  message_type text not null check (message_type in ('text', 'image')),
  content text check (char_length(content) <= 2000),
  -- An image that was removed leaves its message behind.
  image_key text,
  -- Pixels, so that the page keeps the image's place while it loads.
  image_width integer check (image_width between 1 and 10000),
  image_height integer check (image_height between 1 and 10000),
  -- Hidden by the administrator.
  hidden_at timestamptz,
  -- Taken back by its sender. The content stays only where a report was made before, for the administrator who decides the report.
  taken_back_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (chat_id, seq),
  constraint message_kind check (
    (message_type = 'text' and num_nonnulls(image_key, image_width, image_height) = 0
      and (content <> '' and content is not null or content is null and taken_back_at is not null)) or
    (message_type = 'image' and content is null and num_nonnulls(image_key, image_width, image_height) in (0, 3)))
);
create unique index message_client on message (chat_id, sender_id, client_id);
create unique index message_image on message (image_key) where image_key is not null;
create index message_recent on message (created_at);
create index message_sender on message (sender_id);

-- A row only where a person has changed the switch; otherwise it is on.
create table chat_setting (
  user_id uuid primary key references profile (id) on delete cascade on update cascade,
  -- Shows others how far the person has read, and the person how far they have.
  read_receipts boolean not null
);
