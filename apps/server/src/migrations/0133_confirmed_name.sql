-- The sign-in services that confirm names, as the configuration lists them: a start writes them, so that queries can show a service's name and
-- a service that is taken out of the configuration confirms nothing any more.
create table name_provider (
  id text primary key,
  name text not null
);

-- What such a service has said of the person whose identity there is linked. Neither the name nor the birth date is stored.
create table name_confirmation (
  identity_id uuid primary key references auth_account (id) on delete cascade,
  -- First day of the month in Oslo.
  month date not null constraint name_confirmation_month_check check (extract(day from month) = 1),
  -- The service's name agrees with the one of the profile; null where the service sent no name.
  names_agree boolean,
  -- The birth date says 18 years or more on the day of the sign-in; null where the service sent none.
  is_adult boolean
);

create trigger profile_name_changed after update of full_name on profile for each row
  when (new.full_name is distinct from old.full_name) execute function end_name_confirmation();
