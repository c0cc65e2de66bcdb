-- Who gets seats without an answer of the driver: nobody, people with completed trips, everybody. Every statement that stores a ride names it,
-- so it has no default.
alter table ride add column instant_booking text not null default 'off'
  constraint ride_instant_booking_check check (instant_booking in ('off', 'trusted', 'all'));
alter table ride alter column instant_booking drop default;
-- A copy for the search.
alter table ride_section add column instant_booking text not null default 'off';
alter table ride_section alter column instant_booking drop default;
