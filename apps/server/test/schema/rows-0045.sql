-- Rows in every table of the schema at the last old migration, for the test that brings such a database over.

insert into cost_rate (country, valid_from, ore_per_km, source) values ('NO', '2026-01-01', 350, 'Statens reiseregulativ 2026');

-- Driver, passenger, administrator; their profiles come with them.
insert into auth_user (id, name, email, email_verified, role) values
  ('00000000-0000-4000-8000-000000000001', 'Dag Driver', 'dag@example.org', true, 'user'),
  ('00000000-0000-4000-8000-000000000002', 'Pia Passenger', 'pia@example.org', true, 'user'),
  ('00000000-0000-4000-8000-000000000003', 'Ada Admin', 'ada@example.org', true, 'admin');
update profile set phone = '+4791234567', gender = 'mann', age = 40, is_driver = true where id = '00000000-0000-4000-8000-000000000001';
insert into auth_user (id, name, email, email_verified, purge_at) values
  ('00000000-0000-4000-8000-000000000004', 'Leo Leaving', 'leo@example.org', true, '2026-12-01');
update profile set full_name = '', closed_at = '2026-11-17' where id = '00000000-0000-4000-8000-000000000004';
insert into closed_profile (id, fields) values ('00000000-0000-4000-8000-000000000004', '{"full_name": "Leo Leaving"}');
insert into auth_session (id, user_id, token, expires_at, ip_address, user_agent, aal) values
  ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000001', 'token', '2026-12-20', '127.0.0.1', 'Firefox', 'aal2');
insert into auth_account (user_id, account_id, provider_id, password) values
  ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001', 'credential', '$argon2id$hash');
insert into auth_verification (identifier, value, expires_at) values ('state', 'value', '2026-12-20');
insert into account_token (hash, purpose, user_id, new_email, expires_at) values
  ('hash', 'change_email', '00000000-0000-4000-8000-000000000001', 'new@example.org', '2026-12-20');
insert into admin_code (hash, expires_at) values ('hash', '2026-12-20');
insert into sign_in (user_id, user_agent, new_device) values ('00000000-0000-4000-8000-000000000001', 'Firefox', true);
insert into two_factor (user_id, secret, confirmed_at, last_step) values
  ('00000000-0000-4000-8000-000000000001', 'secret', '2026-11-02', 59000000);
insert into recovery_code (user_id, hash) values ('00000000-0000-4000-8000-000000000001', 'hash');
insert into two_factor_challenge (hash, user_id, password_mark, expires_at) values
  ('hash', '00000000-0000-4000-8000-000000000001', 'mark', '2026-12-20');
insert into email_code (address_hash, hash, tries, expires_at) values ('address', 'hash', 1, '2026-12-20');
insert into token_key (public_key, private_key) values ('public', 'private');

insert into outbox (kind, recipient, locale, data, attempts, last_error) values ('welcome', 'dag@example.org', 'no', '{"name": "Dag"}', 2, 'refused');
insert into local_mail (id, recipient, subject, text, html) values
  ('00000000-0000-4000-8000-000000000021', 'dag@example.org', 'Subject', 'Text', '<p>Text</p>');
insert into rate_limit (key, window_start, count) values ('search 127.0.0.1', '2026-11-23', 3);
insert into rate_pause (key, used_at) values ('mail dag@example.org', '2026-11-23');
insert into idempotency_key (user_id, route, key, request_hash, response) values
  ('00000000-0000-4000-8000-000000000001', 'POST /rides', '00000000-0000-4000-8000-000000000022', 'hash', '{"id": 1}');
insert into loose_file (folder, key, remove_at) values ('profiles', 'key', '2026-12-20');

insert into notification (user_id, kind, params, path, once, about) values
  ('00000000-0000-4000-8000-000000000001', 'reservation_requested', '{"name": "Pia Passenger"}', '/rides/1', 'requested 1',
   '00000000-0000-4000-8000-000000000002');
insert into notification_setting (user_id, kind, email, push) values ('00000000-0000-4000-8000-000000000001', 'ride_reminder', false, true);
insert into push_device (id, user_id, session_id, endpoint, p256dh, auth, name) values
  ('00000000-0000-4000-8000-000000000031', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000011',
   'https://push.example.org/1', 'key', 'auth', 'Firefox on Linux');
insert into push_message (device_id, notification_id) select '00000000-0000-4000-8000-000000000031', id from notification;
insert into calendar_feed (user_id) values ('00000000-0000-4000-8000-000000000001');

-- Three stops with and without a place, in a series.
insert into spot (name, folded, place_id) values ('oslo', 'oslo', 3143244), ('hamar', 'hamar', 3153623), ('the red barn', 'the red barn', null);
insert into ride_series (id, driver_id, weekdays, until_day) values
  ('00000000-0000-4000-8000-000000000041', '00000000-0000-4000-8000-000000000001', '{1,3}', '2026-12-31');
insert into ride (id, driver_id, start_location, end_location, departure_time, arrival_time, price, total_seats, available_seats, notes,
  license_plate, car_make, car_model, car_color, distance_km, typed_distance_km, cost_share, series_id, series_direction, route, stop_texts)
values ('00000000-0000-4000-8000-000000000042', '00000000-0000-4000-8000-000000000001', 'Oslo', 'The red barn', '2026-12-02 08:00+01',
  '2026-12-02 11:00+01', 200, 3, 2, 'No smoking', 'AB12345', 'Volvo', 'V70', 'Red', 180, 180, 158, '00000000-0000-4000-8000-000000000041',
  'out', '[{"position":0,"text":"Oslo"}]', '{"\"Oslo\"","\"Hamar\"","\"The red barn\""}');
insert into ride_stop (ride_id, position, text, spot_id, place_id, lat, lon, share, passes_at) values
  ('00000000-0000-4000-8000-000000000042', 0, 'Oslo', 1, 3143244, 59.91, 10.75, 0, '2026-12-02 08:00+01'),
  ('00000000-0000-4000-8000-000000000042', 1, 'Hamar', 2, 3153623, 60.79, 11.07, 0.7, '2026-12-02 10:00+01'),
  ('00000000-0000-4000-8000-000000000042', 2, 'The red barn', 3, null, null, null, 1, '2026-12-02 11:00+01');
insert into ride_leg (ride_id, position, seats_taken, capacity) values
  ('00000000-0000-4000-8000-000000000042', 0, 1, 3), ('00000000-0000-4000-8000-000000000042', 1, 0, 3);
insert into ride_section (ride_id, from_position, to_position, from_spot, to_spot, from_key, to_key, departs_at, arrives_at, ride_departs_at,
  is_start, is_end, price, pets_allowed, seats_free, repeated) values
  ('00000000-0000-4000-8000-000000000042', 0, 1, 1, 2, 3143244, 3153623, '2026-12-02 08:00+01', '2026-12-02 10:00+01', '2026-12-02 08:00+01',
   true, false, 140, false, 2, false),
  ('00000000-0000-4000-8000-000000000042', 0, 2, 1, 3, 3143244, -3, '2026-12-02 08:00+01', '2026-12-02 11:00+01', '2026-12-02 08:00+01',
   true, true, 200, false, 2, false);
insert into reservation (ride_id, passenger_id, from_position, to_position, seats_requested, message, status, price, decided_at) values
  ('00000000-0000-4000-8000-000000000042', '00000000-0000-4000-8000-000000000002', 0, 1, 1, 'With a skateboard', 'accepted', 140, '2026-11-20');
insert into rating (id, ride_id, rater_id, rated_id, rating, comment, reply, replied_at) values
  ('00000000-0000-4000-8000-000000000043', '00000000-0000-4000-8000-000000000042', '00000000-0000-4000-8000-000000000002',
   '00000000-0000-4000-8000-000000000001', 9, 'Good trip', 'Thanks', '2026-11-21');
insert into driver_record (driver_id, completed_trips, cancelled_late, answer_minutes) values ('00000000-0000-4000-8000-000000000001', 4, 1, 30);

insert into chat (id, driver_id, passenger_id, ride_id, last_seq, driver_read_seq) values
  ('00000000-0000-4000-8000-000000000051', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002',
   '00000000-0000-4000-8000-000000000042', 1, 1);
insert into message (chat_id, seq, sender_id, client_id, message_type, content) values
  ('00000000-0000-4000-8000-000000000051', 1, '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000052', 'text', 'Hello'),
  ('00000000-0000-4000-8000-000000000051', 2, '00000000-0000-4000-8000-000000000001', null, 'text', 'Hi');
insert into chat_setting (user_id, read_receipts) values ('00000000-0000-4000-8000-000000000002', false);
insert into user_block (blocker_id, blocked_id) values ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002');
insert into audit_log (actor_id, action, subject_id, reason, details) values
  ('00000000-0000-4000-8000-000000000003', 'report_resolved', '00000000-0000-4000-8000-000000000001', 'Rude', '{"report_id": "1"}');
insert into user_report (reporter_id, reported_id, rating_id, chat_id, chat_seq, reason, status, decision, reviewed_at, reviewed_by) values
  ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000043',
   '00000000-0000-4000-8000-000000000051', 1, 'Rude', 'resolved', 'Warned', '2026-11-22', '00000000-0000-4000-8000-000000000003');
insert into support_request (id, user_id, name, email, request_type, subject, description, status, reviewed_at, reviewed_by) values
  ('00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-000000000002', 'Pia Passenger', 'pia@example.org', 'bug_report', 'Map',
   'The map is empty', 'in_progress', '2026-11-22', '00000000-0000-4000-8000-000000000003');
insert into support_message (request_id, seq, author, content) values ('00000000-0000-4000-8000-000000000061', 1, 'admin', 'Which browser?');
insert into data_export (user_id, status, progress, token_hash, file_key, bytes, expires_at) values
  ('00000000-0000-4000-8000-000000000001', 'ready', 1, 'hash', 'key', 2048, '2026-12-20');
insert into erased_account (id_hash) values ('hash');
