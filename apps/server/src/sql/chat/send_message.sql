-- Stores one message.
create or replace function send_message(p_chat uuid, p_sender uuid, p_client uuid, p_content text, p_image text, p_width integer, p_height integer)
returns table (refused boolean, message_id uuid, seq bigint, created_at timestamptz, recipient_id uuid, inserted boolean) language sql as $$
  select refused, message_id, seq, created_at, recipient_id, inserted
  from send_messages(array[p_chat], array[p_sender], array[p_client], array[p_content], array[p_image], array[p_width], array[p_height], true)
$$;
