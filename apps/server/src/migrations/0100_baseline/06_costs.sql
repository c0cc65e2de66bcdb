-- What driving costs by the public rate of a country, from a day on until the country's next entry.

create table cost_rate (
  id uuid primary key default gen_random_uuid(),
  country text not null check (country in ('NO', 'DK', 'SE')),
  valid_from date not null,
  -- Hundredths of a krone for one kilometre.
  ore_per_km integer not null check (ore_per_km between 1 and 10000),
  source text not null,
  -- The administrator who entered it; null for the rates of the product itself.
  created_by uuid references profile (id) on update cascade on delete set null,
  created_at timestamptz not null default app_now(),
  unique (country, valid_from)
);
create index cost_rate_created_by on cost_rate (created_by) where created_by is not null;

insert into cost_rate (country, valid_from, ore_per_km, source) values
  ('NO', '2026-01-01', 350, 'Statens reiseregulativ 2026, trekkfri del (naturviterne.no, easya.no)'),
  ('DK', '2026-01-01', 394, 'Skattefri kørselsgodtgørelse 2026, indtil 20.000 km (tekniq.dk)'),
  ('SE', '2023-01-01', 250, 'Skatteverket: samåkning, upp till 25 kr per mil (skatteverket.se)');
