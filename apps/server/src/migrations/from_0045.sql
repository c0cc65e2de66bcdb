-- Changes a database at the last old migration (0045) into one at the baseline. The functions of the baseline have been applied before.

-- The functions of the old schema: those that have no file any more are dropped at the end.
insert into sql_function (name, hash) values
  ('accept_reservation', ''),
  ('agree_on_section', ''),
  ('app_now', ''),
  ('blocked_between', ''),
  ('cancel_ride', ''),
  ('check_report_edge', ''),
  ('check_reservation_edge', ''),
  ('check_support_edge', ''),
  ('count_rating', ''),
  ('create_profile', ''),
  ('end_challenges', ''),
  ('fold_name', ''),
  ('is_suspended', ''),
  ('keep_ride_id', ''),
  ('keep_spot', ''),
  ('lock_pair', ''),
  ('note_acceptance', ''),
  ('note_new_arrival', ''),
  ('note_reservation_change', ''),
  ('refresh_seats', ''),
  ('reject_reservation', ''),
  ('remove_passenger', ''),
  ('remove_ride_rows', ''),
  ('remove_unconfirmed_profile', ''),
  ('ride_card', ''),
  ('send_message', ''),
  ('send_messages', ''),
  ('withdraw_reservation', '')
on conflict (name) do nothing;

-- The server writes these columns itself.
drop trigger reservation_agreed on reservation;
drop trigger reservation_accepted on reservation;
alter table reservation
  alter column agreed_departs_at set not null,
  alter column agreed_arrives_at set not null,
  alter column agreed_from set not null,
  alter column agreed_to set not null,
  add check (status <> 'accepted' or accepted_at is not null);

-- Cards are made by the server alone.
alter table ride drop column card, drop column route, drop column stop_texts;
