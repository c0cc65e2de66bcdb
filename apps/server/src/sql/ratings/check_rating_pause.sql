-- Refuses a rating that comes too soon after another one of the same pair. The lock lets two at the same moment wait for each other.
create or replace function check_rating_pause() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ratings of ' || new.rated_id || ' by ' || new.rater_id, 0));
  if next_rating(new.rater_id, new.rated_id, new.ride_id) is not null then
    raise exception 'rating of % by % too soon', new.rated_id, new.rater_id using errcode = 'unique_violation', constraint = 'rating_pause';
  end if;
  return new;
end $$;
