-- What must always be true of the data. Returns one row for each violation, with ids only, so that the result may be logged. The names
-- (I-01 …) do not change, so that tests and logs can quote them.

with legs as (
  select ride_id, count(*) as count, min(position) as first, max(position) as last, max(seats_taken) as fullest
  from ride_leg group by ride_id),
stops as (
  select ride_id, count(*) as count, min(position) as first, max(position) as last from ride_stop group by ride_id),
ahead as (
  select id from ride where status = 'active' and departure_time > app_now()),
findable as (
  select ahead.id from ahead join ride on ride.id = ahead.id where not is_suspended(driver_id) and hidden_at is null),
pairs as (
  -- What can be searched for on a ride: every stop with every later one, the same two stop texts once.
  select a.ride_id, count(distinct (a.stop_text_id, b.stop_text_id)) as count
  from findable join ride_stop a on a.ride_id = findable.id join ride_stop b on b.ride_id = a.ride_id and b.position > a.position
  group by a.ride_id),
found as (
  select ride_id, count(distinct (from_stop_text_id, to_stop_text_id)) as count, count(*) filter (where is_start and is_end) as whole
  from ride_section group by ride_id),
ratings as (
  select rated_id, sum(rating) as sum, count(*) as count from rating where shown group by rated_id),
messages as (
  select chat_id, count(*) as count, min(seq) as first, max(seq) as last from message group by chat_id)

-- I-01 Seats are within their bounds.
select 'I-01' as invariant, format('ride %s: %s of %s seats free', id, available_seats, total_seats) as detail
from ride where available_seats not between 0 and total_seats or total_seats not between 1 and 7

-- I-02 Seats follow from the accepted reservations and from what the waiting list holds: on every leg, on the whole ride, and on every section.
union all
select 'I-02', format('ride %s leg %s: %s seats taken, %s accepted, %s held', leg.ride_id, leg.position, leg.seats_taken, accepted.seats, held.seats)
from ride_leg leg cross join lateral (
  select coalesce(sum(seats_requested), 0) as seats from reservation r
  where r.ride_id = leg.ride_id and (r.status = 'accepted' or r.holds_seats) and r.from_position <= leg.position and r.to_position > leg.position) accepted
cross join lateral (
  select coalesce(sum(seats_requested), 0) as seats from waiting_entry w
  where w.ride_id = leg.ride_id and w.state = 'offered' and w.from_position <= leg.position and w.to_position > leg.position) held
where leg.seats_taken <> accepted.seats + held.seats
union all
select 'I-02', format('ride %s: %s seats free, its fullest leg has %s of %s', ride.id, available_seats, fullest, total_seats)
from ride join legs on legs.ride_id = ride.id where available_seats <> total_seats - fullest
union all
select 'I-02', format('ride %s leg %s: capacity %s, ride %s', leg.ride_id, leg.position, leg.capacity, ride.total_seats)
from ride_leg leg join ride on ride.id = leg.ride_id where leg.capacity <> ride.total_seats
union all
select 'I-02', format('ride %s section %s-%s: %s seats free instead of %s', s.ride_id, from_position, to_position, seats_free, legs.free)
from ride_section s cross join lateral (
  select min(capacity - seats_taken) as free from ride_leg leg
  where leg.ride_id = s.ride_id and leg.position >= s.from_position and leg.position < s.to_position) legs
where s.seats_free is distinct from legs.free

-- I-05 At most one open or accepted reservation per passenger and ride.
union all
select 'I-05', format('ride %s passenger %s: %s active reservations', ride_id, passenger_id, count(*))
from reservation where status in ('pending', 'accepted') group by ride_id, passenger_id having count(*) > 1

-- I-06 No reservation is of the ride's driver, and none is decided after departure.
union all
select 'I-06', format('reservation %s: of the driver', reservation.id)
from reservation join ride on ride.id = ride_id where passenger_id = driver_id
union all
select 'I-06', format('reservation %s: made or accepted after departure', reservation.id)
from reservation join ride on ride.id = ride_id
where reservation.created_at > departure_time or (reservation.status = 'accepted' and decided_at > departure_time)

-- I-07 A reservation is for stops of the ride in order, and for no more seats than the ride has. (A request may wait for more than there
-- are since the driver has changed their number; the driver can only refuse it.)
union all
select 'I-07', format('reservation %s: %s seats from %s to %s', reservation.id, seats_requested, from_position, to_position)
from reservation join ride on ride.id = ride_id join stops on stops.ride_id = ride.id
where seats_requested not between 1 and 4 or (reservation.status = 'accepted' and seats_requested > total_seats) or from_position < 0 or from_position >= to_position or to_position > stops.last

-- I-08 The states, and the time of the driver's decision where there is one.
union all
select 'I-08', format('reservation %s: %s', id, status) from reservation
where status not in ('pending', 'accepted', 'rejected', 'cancelled')
  or (status = 'pending' and decided_at is not null) or (status in ('accepted', 'rejected') and decided_at is null)
union all
select 'I-08', format('reservation %s: %s, ended by %s', id, status, coalesce(ended_by, 'nobody')) from reservation
where (status in ('rejected', 'cancelled')) <> (ended_by is not null) or (ended_by is null and end_reason is not null)
  or (status = 'rejected' and ended_by not in ('driver', 'block')) or (status = 'cancelled' and ended_by in ('driver', 'block'))
union all
select 'I-08', format('reservation %s: %s to nothing', id, status) from reservation
where status in ('pending', 'accepted')
  and num_nulls(agreed_departs_at, agreed_arrives_at, agreed_from, agreed_to) > 0
union all
select 'I-08', format('ride %s: %s', id, status) from ride where status not in ('active', 'cancelled')

-- I-09 Each side of a trip rates the other once.
union all
select 'I-09', format('ride %s rater %s rated %s: %s ratings', ride_id, rater_id, rated_id, count(*))
from rating group by ride_id, rater_id, rated_id having count(*) > 1

-- I-10 One of the two drove, the other was an accepted passenger, and the ride had left.
union all
select 'I-10', format('rating %s', rating.id)
from rating join ride on ride.id = rating.ride_id
where driver_id not in (rater_id, rated_id) or rater_id = rated_id or rating.created_at < departure_time or not exists (
  select from reservation r where r.ride_id = ride.id and r.status = 'accepted'
    and r.passenger_id = case driver_id when rater_id then rated_id else rater_id end)

-- I-11 The mean of a profile is that of its ratings, as far as they are shown.
union all
select 'I-11', format('profile %s: %s in %s ratings instead of %s in %s', id, rating_sum, rating_count, coalesce(sum, 0), coalesce(count, 0))
from profile left join ratings on rated_id = id
where rating_sum <> coalesce(sum, 0) or rating_count <> coalesce(count, 0) or rating is distinct from round(sum::numeric / count, 1)

-- I-12 One chat per pair of people.
union all
select 'I-12', format('chat %s: with oneself', id) from chat where driver_id = passenger_id
union all
select 'I-12', format('%s chats of %s and %s', count(*), least(driver_id, passenger_id), greatest(driver_id, passenger_id))
from chat group by least(driver_id, passenger_id), greatest(driver_id, passenger_id) having count(*) > 1

-- I-13 Messages are written by the two of the chat and hold either a text or a picture, or nothing once they were taken back.
union all
select 'I-13', format('message %s: not of a member', message.id)
from message join chat on chat.id = chat_id where sender_id not in (driver_id, passenger_id)
union all
select 'I-13', format('message %s: %s', id, message_type) from message
where case message_type when 'text' then (coalesce(content, '') = '' and taken_back_at is null) or image_key is not null
  when 'image' then content is not null or num_nonnulls(image_key, image_width, image_height) = 1 else true end

-- I-14 Messages are numbered without gaps, from one or from the first that is not too old to be kept, and the marks of both sides lie within.
union all
select 'I-14', format('chat %s: %s messages from %s to %s, last is %s, gone are %s', chat.id, coalesce(count, 0), first, last, last_seq, removed_seq)
from chat left join messages on chat_id = chat.id
where last_seq - removed_seq <> coalesce(count, 0) or coalesce(first, removed_seq + 1) <> removed_seq + 1
  or coalesce(last, last_seq) <> last_seq or removed_seq not between 0 and last_seq
union all
select 'I-14', format('chat %s: a mark beyond the last message', id) from chat
where least(driver_read_seq, passenger_read_seq, driver_cleared_seq, passenger_cleared_seq) < 0
  or greatest(driver_read_seq, passenger_read_seq, driver_cleared_seq, passenger_cleared_seq) > last_seq

-- I-18 No account blocks or reports itself.
union all
select 'I-18', format('block by %s', blocker_id) from user_block where blocker_id = blocked_id
union all
select 'I-18', format('report %s: of oneself', id) from user_report where reporter_id = reported_id

-- A report's conversation is one between the two, as far as it had gone.
union all
select 'I-18', format('report %s: of a foreign conversation, or of what was not said yet', report.id)
from user_report report join chat on chat.id = report.chat_id
where chat_seq is null or chat_seq > last_seq
  or least(reporter_id, reported_id) <> least(driver_id, passenger_id) or greatest(reporter_id, reported_id) <> greatest(driver_id, passenger_id)

-- I-20 A report was looked at when it is no longer pending, and not before.
union all
select 'I-20', format('report %s: %s, reviewed at %s', id, status, reviewed_at) from user_report
where (status = 'pending') <> (reviewed_at is null) or (status = 'pending') <> (reviewed_by is null)

-- I-20 The same of a support request; a resolved one waits for no administrator.
union all
select 'I-20', format('support request %s: %s, reviewed at %s, waiting %s', id, status, reviewed_at, waiting) from support_request
where (status = 'pending') <> (reviewed_at is null) or (status = 'pending') <> (reviewed_by is null) or (status = 'resolved' and waiting)

-- The messages of a support request are numbered without a gap, and its reply is the last one of an administrator.
union all
select 'support', format('request %s: %s messages, the last %s of %s', request.id, count(said.id), max(seq), last_seq)
from support_request request left join support_message said on said.request_id = request.id
where email <> '' group by request.id having count(said.id) <> last_seq or coalesce(max(seq), 0) <> last_seq
union all
select 'support', format('request %s: another answer than its last', request.id)
from support_request request left join lateral (
  select content from support_message where request_id = request.id and author = 'admin' order by seq desc limit 1) answer on true
where email <> '' and origin <> 'admin'
  and (admin_reply is distinct from answer.content or (answered_at is null) <> (admin_reply is null))
union all
select 'support', format('person %s: %s open talks', user_id, count(*)) from support_request
where origin = 'chat' and status <> 'resolved' and user_id is not null group by user_id having count(*) > 1

-- I-21 Drivers are those who have published.
union all
select 'I-21', format('profile %s: is_driver %s', id, is_driver)
from profile where is_driver <> exists (select from ride where driver_id = profile.id)

-- I-22 A ride takes at most a day, and its stops are passed in order.
union all
select 'I-22', format('ride %s: %s to %s', id, departure_time, arrival_time)
from ride where arrival_time <= departure_time or arrival_time > departure_time + interval '24 hours'
union all
select 'I-22', format('ride %s: stop %s', a.ride_id, a.position)
from ride_stop a join ride on ride.id = a.ride_id left join ride_stop b on b.ride_id = a.ride_id and b.position = a.position + 1
where a.passes_at not between departure_time and arrival_time or a.passes_at > b.passes_at or a.share > b.share
  or (a.position = 0 and (a.passes_at <> departure_time or a.share <> 0))
  or (b.position is null and (a.passes_at <> arrival_time or a.share <> 1))
union all
select 'I-22', format('ride %s: %s stops, %s legs', ride.id, coalesce(stops.count, 0), coalesce(legs.count, 0))
from ride left join stops on stops.ride_id = ride.id left join legs on legs.ride_id = ride.id
where coalesce(stops.count, 0) < 2 or stops.first <> 0 or stops.last <> stops.count - 1
  or coalesce(legs.count, 0) <> stops.count - 1 or legs.first <> 0 or legs.last <> legs.count - 1

-- I-23 Prices are whole and within bounds; a section costs no more than the ride, also when that becomes cheaper, beside
-- what a detour costs.
union all
select 'I-23', format('ride %s: %s', id, price) from ride where price not between 0 and 10000
union all
select 'I-23', format('reservation %s: %s of %s', reservation.id, reservation.price, ride.price)
from reservation join ride on ride.id = ride_id
where reservation.price < 0 or (reservation.status in ('pending', 'accepted') and reservation.price - detour_price > ride.price)

-- I-24 What a row names is not about to be removed. (That it is there is not the database's to know.)
union all
select 'I-24', format('profile %s: its picture is to be removed', id) from profile
where exists (select from loose_file where folder = 'profiles' and key = picture_key)
union all
select 'I-24', format('message %s: its image is to be removed', id) from message
where exists (select from loose_file where folder = 'chat-images' and key = image_key)

-- I-24 An upload counts as sent exactly when a message of its owner has the image.
union all
select 'I-24', format('upload %s: sent %s', key, sent) from chat_upload
where sent <> exists (select from message where image_key = key and sender_id = owner_id)

-- I-25 One account per address.
union all
select 'I-25', format('accounts %s', string_agg(id::text, ' ')) from auth_user
group by lower(normalize(email)) having count(*) > 1

-- Leaving: an account that waits for its deletion shows nothing of the person and takes part in nothing; a deleted one is only a profile.
union all
select 'leaving', format('account %s: purge at %s, profile closed at %s', auth_user.id, purge_at, closed_at)
from auth_user left join profile on profile.id = auth_user.id
where profile.id is null or (purge_at is null) <> (closed_at is null)
  or (closed_at is not null) <> exists (select from closed_profile where closed_profile.id = profile.id)
union all
select 'leaving', format('profile %s: without an account', profile.id)
from profile left join auth_user on auth_user.id = profile.id
where auth_user.id is null and (closed_at is null or exists (select from closed_profile where closed_profile.id = profile.id)
  or exists (select from user_block where profile.id in (blocker_id, blocked_id)))
union all
select 'leaving', format('profile %s: closed, but not empty', id) from profile
where closed_at is not null and (full_name <> '' or num_nonnulls(phone, address, gender, gender_changed_at, gender_counts_at, age, picture_key) > 0)
union all
select 'leaving', format('profile %s: closed, but has a confirmed name', profile.id)
from profile join auth_account on user_id = profile.id join name_confirmation on identity_id = auth_account.id where closed_at is not null
union all
select 'leaving', format('profile %s: closed, but drives %s', profile.id, ahead.id)
from ahead join ride on ride.id = ahead.id join profile on profile.id = driver_id where closed_at is not null
union all
select 'leaving', format('profile %s: closed, but rides along on %s', profile.id, reservation.ride_id)
from ahead join reservation on ride_id = ahead.id join profile on profile.id = passenger_id
where closed_at is not null and reservation.status in ('pending', 'accepted')
union all
select 'leaving', format('reservation %s: %s on a cancelled ride', reservation.id, reservation.status)
from reservation join ride on ride.id = ride_id where ride.status = 'cancelled' and reservation.status in ('pending', 'accepted')

-- I-19 Administrators are never shut out.
union all
select 'I-19', format('account %s: an administrator, and suspended', id) from auth_user where role = 'admin' and suspended_at is not null

-- Search: what can be booked can be found, and as it is.
union all
select 'search', format('ride %s: %s of %s sections', pairs.ride_id, coalesce(found.count, 0), pairs.count)
from pairs left join found on found.ride_id = pairs.ride_id
where coalesce(found.count, 0) <> pairs.count or found.whole is distinct from 1
union all
select 'search', format('ride %s: cancelled, but can be found', id)
from ride where status = 'cancelled' and exists (select from ride_section s where s.ride_id = ride.id)
union all
select 'search', format('ride %s: of a suspended driver, but can be found', id)
from ride where is_suspended(driver_id) and exists (select from ride_section s where s.ride_id = ride.id)
union all
select 'search', format('ride %s: hidden, but can be found', id)
from ride where hidden_at is not null and exists (select from ride_section s where s.ride_id = ride.id)
union all
select 'search', format('ride %s section %s-%s: differs from its stops', s.ride_id, from_position, to_position)
from ride_section s join ride on ride.id = s.ride_id join stops on stops.ride_id = ride.id
  left join ride_stop a on a.ride_id = ride.id and a.position = from_position
  left join ride_stop b on b.ride_id = ride.id and b.position = to_position
where from_position >= to_position or from_stop_text_id is distinct from a.stop_text_id or to_stop_text_id is distinct from b.stop_text_id
  or departs_at is distinct from a.passes_at or arrives_at is distinct from b.passes_at or ride_departs_at <> departure_time
  or is_start <> (from_position = 0) or is_end <> (to_position = stops.last) or s.pets_allowed <> ride.pets_allowed
  or s.luggage <> ride.luggage or s.instant_booking <> ride.instant_booking or s.same_gender <> ride.same_gender
  or s.price <> least(ride.price, ceil(round((ride.price * (b.share - a.share))::numeric, 6)))
  or from_key <> (select key from stop_text where id = from_stop_text_id) or to_key <> (select key from stop_text where id = to_stop_text_id)
union all
select 'search', format('ride %s section %s-%s: repeated %s', ride_id, from_position, to_position, repeated)
from (select *, count(*) over (partition by ride_id, from_key, to_key) > 1 as again from ride_section) s where repeated <> again
union all
select 'search', format('ride %s stop %s: another stop text than its text', ride_id, position)
from ride_stop left join stop_text on stop_text.id = stop_text_id
where lower(text) is distinct from stop_text.name or ride_stop.place_id is distinct from stop_text.place_id

-- Detours: a search finds them beside the sections of their ride, at places that are no stops, and they take no more minutes than the driver
-- allows. An accepted one is a stop.
union all
select 'detour', format('ride %s place %s: on leg %s of no section', d.ride_id, place_id, leg)
from ride_detour d where not exists (
  select from ride_section s where s.ride_id = d.ride_id and s.from_position = d.leg and s.to_position = d.leg + 1)
union all
select 'detour', format('ride %s place %s: %s minutes of %s, %s used', ride.id, d.place_id, minutes, detour_minutes, detour_minutes_used)
from ride_detour d join ride on ride.id = d.ride_id join ride_stop a on a.ride_id = ride.id and a.position = leg
  join ride_stop b on b.ride_id = ride.id and b.position = leg + 1
where minutes not between 1 and detour_minutes - detour_minutes_used or detour_price < 0
  or d.passes_at not between a.passes_at and b.passes_at + make_interval(mins => minutes)
  or exists (select from ride_stop where ride_stop.ride_id = ride.id and ride_stop.place_id = d.place_id)
union all
select 'detour', format('ride %s leg %s: the bits of other stops', d.ride_id, d.leg)
from ride_detour d cross join lateral (
  select bit_or(stop_bits(key)) filter (where position <= d.leg) as before, bit_or(stop_bits(key)) filter (where position > d.leg) as after
  from (select position, coalesce(place_id, -stop_text_id) as key from ride_stop where ride_stop.ride_id = d.ride_id) stop) bits
where (stops_before, stops_after) is distinct from (before, after)
union all
select 'detour', format('ride %s: %s places', ride_id, count(*)) from ride_detour group by ride_id having count(*) > 80
union all
select 'detour', format('reservation %s: %s, of place %s at %s', id, status, detour_place_id, detour_end) from reservation
where (detour_place_id is null) <> (detour_end is null) or (detour_place_id is not null and status = 'accepted') or price < detour_price

-- Wanted rides: a person has 20 active ones at most, none ends before it began or is paused after its end, and nobody's own ride matches.
union all
select 'wanted', format('account %s: %s active', user_id, count(*)) from ride_wanted
where paused_at is null and ended_at is null and ends_at > app_now() group by user_id having count(*) > 20
union all
select 'wanted', format('%s: made %s, paused %s, ended %s', id, created_at, paused_at, ended_at) from ride_wanted
where ended_at < created_at or paused_at < created_at or paused_at > ended_at
union all
select 'wanted', format('%s: the own ride %s matches', wanted_id, ride_id)
from ride_wanted_match join ride_wanted on ride_wanted.id = wanted_id join ride on ride.id = ride_id where driver_id = user_id
union all
select 'wanted', format('%s: ride %s %s, offered at %s', wanted_id, ride_id, notice, offered_at) from ride_wanted_match
where notice = 'offer' and offered_at is null

-- Waiting lists: nobody waits for a ride on which they have a reservation, or that is their own or cancelled; an offer ends by departure.
union all
select 'waiting', format('entry %s: of passenger %s, who has a reservation', w.id, w.passenger_id)
from waiting_entry w join reservation r on r.ride_id = w.ride_id and r.passenger_id = w.passenger_id and r.status in ('pending', 'accepted')
where state in ('waiting', 'offered')
union all
select 'waiting', format('entry %s: %s, on a ride that is %s', w.id, state, ride.status)
from waiting_entry w join ride on ride.id = w.ride_id left join stops on stops.ride_id = ride.id
where state in ('waiting', 'offered') and (ride.status <> 'active' or driver_id = passenger_id or w.to_position > stops.last or offer_until > departure_time)
union all
select 'waiting', format('entry %s: taken, reservation %s', w.id, reservation_id) from waiting_entry w
where (state <> 'taken' and reservation_id is not null)
union all
select 'waiting', format('request %s: holds seats, %s', id, status) from reservation where holds_seats and status <> 'pending'
union all
select 'waiting', format('request %s: pending without a time for its answer', id) from reservation where status = 'pending' and answer_by is null

-- Meeting points: a stop has one of its own place, and a place has each name once.
union all
select 'meeting point', format('ride %s, stop %s: place %s, point of place %s', ride_id, position, ride_stop.place_id, meeting_point.place_id)
from ride_stop left join meeting_point on meeting_point.id = meeting_point_id
where meeting_point_id is not null and ride_stop.place_id is distinct from meeting_point.place_id
union all
select 'meeting point', format('place %s: %s points %s', place_id, count(*), lower(name))
from meeting_point where retired_at is null group by place_id, lower(name) having count(*) > 1

-- Stops, legs and sections are those of a ride.
union all
select 'ride', format('ride %s: is gone, but not its %s', ride_id, part)
from (select ride_id, 'stops' as part from ride_stop union select ride_id, 'legs' from ride_leg
  union select ride_id, 'sections' from ride_section union select ride_id, 'detours' from ride_detour) rest
where not exists (select from ride where id = ride_id)

-- `two_factor_enabled` is set exactly where a confirmed second factor exists; an account has ten recovery codes at most.
union all
select 'second factor', format('account %s: asks for one %s, has one %s', account.id, two_factor_enabled, confirmed_at is not null)
from auth_user account left join two_factor on user_id = account.id where two_factor_enabled <> (confirmed_at is not null)
union all
select 'second factor', format('account %s: %s recovery codes', user_id, count(*)) from recovery_code group by user_id having count(*) > 10

-- An account has ten sessions at most, and only one with a second factor has a session that has passed it.
union all
select 'sessions', format('account %s: %s sessions', user_id, count(*)) from auth_session group by user_id having count(*) > 10
union all
select 'sessions', format('session %s: aal2 without a second factor', auth_session.id)
from auth_session join auth_user account on account.id = user_id where aal = 'aal2' and not two_factor_enabled

-- I-26 A mail is sent or given up, not both, and what was sent keeps no text.
union all
select 'I-26', format('mail %s: %s attempts, sent %s, dead %s', id, attempts, sent_at, dead_at) from outbox
where (sent_at is not null and dead_at is not null) or ((sent_at is not null or dead_at is not null) and attempts = 0)
  or (sent_at is not null and (data <> '{}' or locked_until is not null)) or attempts < 0 or recipient = ''
