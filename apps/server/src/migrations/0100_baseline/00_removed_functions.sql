-- Functions that this baseline needs and a later migration drops, so that they have no file in src/sql.
create function keep_spot() returns trigger language plpgsql as $$
begin
  raise exception 'replaced by keep_stop_text' using errcode = 'restrict_violation';
end $$;
