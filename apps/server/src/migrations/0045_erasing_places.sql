-- Owner of chat.ride_id: chat. Of keep_spot: rides.

-- An erased driver's ride that nobody else was on is deleted; conversations that began with it stay.
alter table chat drop constraint chat_ride_id_fkey;
alter table chat add constraint chat_ride_id_fkey foreign key (ride_id) references ride (id) on delete set null;
create index chat_ride on chat (ride_id) where ride_id is not null;

-- A spot's text may be taken out of it once no stop names it: drivers may have typed an address. What stands there instead begins with a
-- character that no input may contain, so that no stop ever finds such a spot again.
create or replace function keep_spot() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.name = chr(1) || old.id and new.folded = '' and new.id = old.id
    and new.place_id is not distinct from old.place_id then
    return new;
  end if;
  raise exception 'spots stay as they are' using errcode = 'restrict_violation';
end $$;
