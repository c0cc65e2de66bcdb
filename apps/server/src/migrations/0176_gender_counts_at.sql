-- From when the gender that a person states counts for rides for one gender; null where it always has.
alter table profile add column gender_counts_at timestamptz;
create trigger profile_gender_changed before update of gender on profile for each row execute function note_gender_change();
