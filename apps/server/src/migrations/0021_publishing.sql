-- Owner of everything here: rides. Publishing writes a dozen rows for a ride, and asking for each of them whether ride and spot are there
-- took longer than writing it. Something else sees to both.

-- Stops, legs and sections are written in the statement that stores their ride, or while it is locked; they go with it. The invariants
-- look for any without one.
alter table ride_stop drop constraint ride_stop_ride_id_fkey;
alter table ride_leg drop constraint ride_leg_ride_id_fkey;
alter table ride_section drop constraint ride_section_ride_id_fkey;
create function remove_ride_rows() returns trigger language plpgsql as $$
begin
  delete from ride_stop where ride_id = old.id;
  delete from ride_leg where ride_id = old.id;
  delete from ride_section where ride_id = old.id;
  return null;
end $$;
create trigger ride_removed after delete on ride for each row execute function remove_ride_rows();
-- A ride keeps its id: nothing would follow it.
create function keep_ride_id() returns trigger language plpgsql as $$
begin
  raise exception 'ride % keeps its id', old.id using errcode = 'restrict_violation';
end $$;
create trigger ride_kept before update of id on ride for each row when (old.id <> new.id) execute function keep_ride_id();

-- Spots are remembered by every process: what one has been stays so, and the stops at it need not ask whether it is still there.
create function keep_spot() returns trigger language plpgsql as $$
begin
  raise exception 'spots stay as they are' using errcode = 'restrict_violation';
end $$;
create trigger spot_kept before delete or update of id, name, folded, place_id on spot for each row execute function keep_spot();
create trigger spots_kept before truncate on spot for each statement execute function keep_spot();
alter table ride_stop drop constraint ride_stop_spot_id_fkey;

-- The database reads every check anew for each statement. These say what the statement itself makes so, and the invariants compare it: free
-- seats of a section are worked out from its legs, whose own check stays.
alter table ride_stop drop constraint ride_stop_position_check, drop constraint ride_stop_share_check;
alter table ride_section drop constraint ride_section_seats_free_check;
