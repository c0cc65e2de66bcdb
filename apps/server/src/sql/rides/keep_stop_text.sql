-- Refuses any change of a stop text but one: the text of a stop text that no stop names any more may be erased, because drivers may have typed an
-- address. It is replaced by a name that begins with a character no input may contain, so that no stop ever finds the stop text again.
create or replace function keep_stop_text() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.name = chr(1) || old.id and new.folded = '' and new.id = old.id
    and new.place_id is not distinct from old.place_id then
    return new;
  end if;
  raise exception 'stop texts stay as they are' using errcode = 'restrict_violation';
end $$;
