-- Finds the few rides that stop at their own end twice, by departure.
create index ride_section_repeated on ride_section (departs_at, ride_id) where is_start and is_end and repeated;
