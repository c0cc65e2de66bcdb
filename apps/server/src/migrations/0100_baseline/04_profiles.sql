-- People as others see them.

-- A profile outlives its account: what others wrote with this person stays readable, without a name. Therefore the id refers to no
-- account, and on deletion the profile gets a new id, which the rows that name it follow.
create table profile (
  id uuid primary key,
  -- Empty once the account is closed.
  full_name text not null,
  phone text check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  address text check (char_length(address) <= 200),
  gender text check (gender in ('mann', 'kvinne', 'annet', 'ønsker_ikke_oppgi')),
  age smallint check (age between 18 and 100),
  picture_key text,
  is_driver boolean not null default false,
  is_passenger boolean not null default true,
  -- Of the ratings that are shown.
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  -- The mean as it is shown, with one decimal; null without ratings.
  rating numeric(3, 1) generated always as (case when rating_count > 0 then round(rating_sum::numeric / rating_count, 1) end) stored,
  -- What the administrator's search compares.
  search_name text generated always as (fold_name(full_name)) stored,
  -- The account was deleted, or waits for its deletion.
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint profile_full_name_check check (char_length(full_name) <= 100 and (full_name = '') = (closed_at is not null))
);
create index profile_search on profile using gin (search_name gin_trgm_ops);

-- The personal fields of a closed profile while its deletion can be taken back.
create table closed_profile (
  id uuid primary key references profile (id) on delete cascade on update cascade,
  fields jsonb not null
);
