-- Returns the service that has confirmed the person's name, with the first day of that month; null where none has. The newest one counts, and only
-- for a person of at least 18 years.
create or replace function confirmed_name(person uuid) returns json language sql stable as $$
  select json_build_object('provider', name_provider.name, 'month', to_char(month, 'YYYY-MM-DD'))
  from auth_account identity join name_confirmation on identity_id = identity.id join name_provider on name_provider.id = provider_id
  where user_id = person and names_agree and is_adult
  order by month desc, name_provider.name limit 1
$$;
