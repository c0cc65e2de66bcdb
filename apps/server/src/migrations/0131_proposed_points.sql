-- Passengers may ask for other meeting points than those of the ride. The driver decides with the request, and both are null afterwards.

alter table reservation add column proposed_from_point uuid references meeting_point (id),
  add column proposed_to_point uuid references meeting_point (id);
