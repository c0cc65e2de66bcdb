-- Returns whether a person may find the rides that a driver offers to the own gender only: the driver, and people with the same stated gender, once
-- what both state counts.
create or replace function shares_gender(driver uuid, person uuid) returns boolean language sql stable as $$
  select driver = person or exists (
    select from profile a join profile b on b.gender = a.gender
    where a.id = driver and b.id = person and a.gender in ('mann', 'kvinne', 'annet')
      and coalesce(greatest(a.gender_counts_at, b.gender_counts_at) <= app_now(), true))
$$;
