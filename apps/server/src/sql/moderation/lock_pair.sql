-- Makes what two people do towards each other (block, first message, reservation) wait for the end of this transaction.
create or replace function lock_pair(a uuid, b uuid) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended(least(a, b)::text || greatest(a, b)::text, 0))
$$;
