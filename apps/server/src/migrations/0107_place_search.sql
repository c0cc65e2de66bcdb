-- How often a place was searched for as a start or an end, by day in Oslo. A driver is offered such places as stops. No person stands here.
create table place_search (
  place_id integer not null,
  day date not null,
  searches integer not null constraint place_search_searches_check check (searches > 0),
  primary key (place_id, day)
);
create index place_search_day on place_search (day);
