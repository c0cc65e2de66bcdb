-- Owner of sign_in: accounts.

-- Shown to the person, who sees there whether somebody else got in.
create table sign_in (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  at timestamptz not null default app_now(),
  user_agent text not null,
  -- Nobody had signed in to the account in that browser before.
  new_device boolean not null
);
create index sign_in_of_user on sign_in (user_id, at desc);
