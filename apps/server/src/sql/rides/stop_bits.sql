-- Returns a number with two bits for the key of a stop, one in each half, so that a few stops fit into one column. Two keys share both bits
-- in one of 1,024 cases: who finds the bits has to compare the stops.
create or replace function stop_bits(key integer) returns bigint language sql immutable as $$
  select (1::bigint << (key & 31)) | (1::bigint << (32 + ((key >> 5) & 31)))
$$;
