-- The filters stand in one record.
drop trigger ride_wanted_filters on ride_wanted;
drop function if exists keep_wanted_filters();
alter table ride_wanted drop column seats, drop column max_price, drop column pets, drop column luggage;
alter table ride_wanted alter column filters set not null;
