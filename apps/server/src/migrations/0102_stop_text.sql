-- Names the table of stops as drivers write them after what a row is: a text of a stop.
alter table spot rename to stop_text;
alter table stop_text rename constraint spot_pkey to stop_text_pkey;
alter table stop_text rename constraint spot_name_place_id_key to stop_text_name_place_id_key;
alter index spot_folded rename to stop_text_folded;
alter index spot_place rename to stop_text_place;
alter index spot_made_by rename to stop_text_made_by;
alter sequence spot_id_seq rename to stop_text_id_seq;
alter table ride_stop rename column spot_id to stop_text_id;
alter table ride_section rename column from_spot to from_stop_text_id;
alter table ride_section rename column to_spot to to_stop_text_id;

drop trigger spot_kept on stop_text;
drop trigger spots_kept on stop_text;
drop function keep_spot();
create trigger stop_text_kept before delete or update of id, name, folded, place_id on stop_text
  for each row execute function keep_stop_text();
create trigger stop_texts_kept before truncate on stop_text for each statement execute function keep_stop_text();
