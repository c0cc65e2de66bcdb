-- Keeps the filters of a wanted ride the same in both forms: as the record, and in the columns of the version before, which has no other filters
-- and at most four seats.
create or replace function keep_wanted_filters() returns trigger language plpgsql as $$
declare
  older constant jsonb := jsonb_strip_nulls(jsonb_build_object('seats', new.seats, 'max_price', new.max_price,
    'pets', case when new.pets then 'true' end, 'luggage', new.luggage));
begin
  if new.filters is null or (tg_op = 'UPDATE' and new.filters = old.filters
      and (new.seats, new.max_price, new.pets, new.luggage) is distinct from (old.seats, old.max_price, old.pets, old.luggage)) then
    -- The version before has written it.
    new.filters := coalesce(new.filters, '{}') - array['seats', 'max_price', 'pets', 'luggage'] || older;
  else
    new.seats := least((new.filters ->> 'seats')::integer, 4);
    new.max_price := new.filters ->> 'max_price';
    new.pets := new.filters ? 'pets';
    new.luggage := new.filters ->> 'luggage';
  end if;
  return new;
end $$;
