-- Lets another gender count for rides for one gender 14 days later, so that nobody states one for a single search. A first statement on the day on
-- which the account was made counts at once. The number is `genderCountsAfterDays` of the contract. A deletion, and taking it back, keep the time.
create or replace function note_gender_change() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or new.closed_at is not null or new.gender is not distinct from old.gender
    or new.gender_counts_at is distinct from old.gender_counts_at then
    return new;
  end if;
  if old.gender is null and old.gender_changed_at is null and old.gender_counts_at is null and old.created_at > app_now() - interval '1 day' then
    return new;
  end if;
  new.gender_counts_at := app_now() + interval '14 days';
  return new;
end $$;
