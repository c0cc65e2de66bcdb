-- Returns a text as the administrator's search compares it: without accents and case, also where the database's locale knows neither.
create or replace function fold_name(name text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), 'ØÆŒÐÞŁøæœðþłđı', 'OAODTLoaodtldi'))
$$;
