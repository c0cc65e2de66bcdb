-- One person rates another at most once in seven days, and once for trips at the same time.
create trigger rating_paused before insert on rating for each row execute function check_rating_pause();
