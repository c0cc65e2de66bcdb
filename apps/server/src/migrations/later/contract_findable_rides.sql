-- The slice rides announces findable rides.
drop trigger ride_section_findable on ride_section;
drop trigger ride_section_freed on ride_section;
drop function if exists note_findable_rides();
drop function if exists note_freed_seats();
