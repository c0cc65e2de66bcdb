-- Inserts a profile for every account, in the statement that inserts the account.
create or replace function create_profile() returns trigger language plpgsql as $$
begin
  insert into profile (id, full_name) values (new.id, new.name);
  return new;
end $$;
