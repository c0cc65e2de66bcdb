-- Copies the section as it is now into a new reservation: the passenger who requests seats has seen it so. Replaces any other value.
create or replace function agree_on_section() returns trigger language plpgsql as $$
begin
  select a.passes_at, b.passes_at, a.text, b.text
    into new.agreed_departs_at, new.agreed_arrives_at, new.agreed_from, new.agreed_to
    from ride_stop a join ride_stop b on b.ride_id = a.ride_id
    where a.ride_id = new.ride_id and a.position = new.from_position and b.position = new.to_position;
  return new;
end $$;
