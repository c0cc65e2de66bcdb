-- The filters of the search that was kept, as the contract's record has them; those that are off are left out. A trigger keeps the older
-- columns the same while processes of the version before read and write those.
alter table ride_wanted add column filters jsonb constraint ride_wanted_filters_check check (jsonb_typeof(filters) = 'object');
create trigger ride_wanted_filters before insert or update on ride_wanted for each row execute function keep_wanted_filters();
update ride_wanted set filters = null;
-- One person may keep the same search with other filters. The lock of the person (`lockPerson`) holds the rule meanwhile.
drop index ride_wanted_same;
create unique index if not exists ride_wanted_same_filters on ride_wanted (user_id, from_place_id, to_place_id, radius_km, date_from, date_to, weekdays,
  time_from, time_to, filters) nulls not distinct where ended_at is null;
