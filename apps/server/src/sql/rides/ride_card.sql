-- Returns the part of a ride's card that depends on the ride alone, as JSON without its end. Instants are written as JavaScript writes them:
-- adding a microsecond keeps the zeros at their end. `to_json` of a text depends on nothing else, so the function is immutable.
create or replace function ride_card(id uuid, version integer, stop_texts text[], departure_time timestamptz, arrival_time timestamptz, price integer,
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
