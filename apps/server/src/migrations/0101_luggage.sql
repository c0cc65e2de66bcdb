-- The largest piece of luggage that each passenger may bring: none, a handbag or backpack, a cabin bag, a large suitcase. Rides from
-- before allow a cabin bag.
alter table ride add column luggage text not null default 'cabin' check (luggage in ('none', 'small', 'cabin', 'large'));
-- A copy for the search. Later sections take the value of their ride, so that they need no default.
alter table ride_section add column luggage text not null default 'cabin';
alter table ride_section alter column luggage drop default;
