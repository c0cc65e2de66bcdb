-- Returns whether one of the two has blocked the other.
create or replace function blocked_between(a uuid, b uuid) returns boolean language sql stable as $$
  select exists (select from user_block where (blocker_id, blocked_id) in ((a, b), (b, a)))
$$;
