-- Owner of ride's new column: rides.

-- Opens what a card in a list shows of a ride, as JSON without its end: what is left out, its route and its driver among it, changes without
-- the ride. The database keeps it beside what it is made of; to write a card anew for every search takes five times as long.
-- `to_json` is no function of its argument alone for every type there is; for texts it is. Instants are as JavaScript writes them: the
-- microsecond keeps the zeros at their end.
create function ride_card(id uuid, version integer, stop_texts text[], departure_time timestamptz, arrival_time timestamptz, price integer,
  currency text, total_seats integer, pets_allowed boolean, notes text, car_make text, car_model text, status text, created_at timestamptz,
  distance_km integer, cost_share integer)
returns text language plpgsql immutable parallel safe as $$
begin
  return concat(
    '{"id":"', id, '","version":', version, ',"start_location":', stop_texts[1], ',"end_location":', stop_texts[cardinality(stop_texts)],
    ',"stops":[', array_to_string(stop_texts[2 : cardinality(stop_texts) - 1], ','),
    '],"departure_time":', left(to_json(date_trunc('milliseconds', departure_time at time zone 'UTC') + interval '1 microsecond')::text, 24),
    'Z","arrival_time":', left(to_json(date_trunc('milliseconds', arrival_time at time zone 'UTC') + interval '1 microsecond')::text, 24),
    'Z","price":', price, ',"currency":"', currency, '","total_seats":', total_seats, ',"pets_allowed":', pets_allowed::text,
    ',"notes":', coalesce(to_json(notes)::text, 'null'), ',"car_make":', to_json(car_make), ',"car_model":', to_json(car_model),
    ',"status":"', status, '","created_at":', left(to_json(date_trunc('milliseconds', created_at at time zone 'UTC') + interval '1 microsecond')::text, 24),
    'Z","distance_km":', coalesce(distance_km::text, 'null'), ',"cost_share":', coalesce(cost_share::text, 'null'),
    ',"above_cost_share":', coalesce(price > cost_share, false)::text);
end $$;

alter table ride add column card text generated always as (ride_card(id, version, stop_texts, departure_time, arrival_time, price, currency,
  total_seats, pets_allowed, notes, car_make, car_model, status, created_at, distance_km, cost_share)) stored;

-- Afterwards: with a trigger before the row is written the database would write the card anew for every change, such as of free seats.
drop trigger ride_kept on ride;
create trigger ride_kept after update of id on ride for each row when (old.id <> new.id) execute function keep_ride_id();
