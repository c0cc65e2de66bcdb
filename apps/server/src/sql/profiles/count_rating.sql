-- Adds ratings that are shown to the sums of the rated profile. Hidden ones are left out, so that no mean gives them away.
create or replace function count_rating() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.shown then
    update profile set rating_sum = rating_sum - old.rating, rating_count = rating_count - 1 where id = old.rated_id;
  end if;
  if tg_op <> 'DELETE' and new.shown then
    update profile set rating_sum = rating_sum + new.rating, rating_count = rating_count + 1 where id = new.rated_id;
  end if;
  return null;
end $$;
