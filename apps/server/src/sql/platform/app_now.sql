-- The product's clock: the database's own, which only tests and the demo's transaction move, through a setting.
create or replace function app_now() returns timestamptz language sql stable as
$$ select now() + coalesce(nullif(current_setting('samtur.clock_shift', true), ''), '0')::interval $$;
