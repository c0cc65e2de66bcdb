-- Codes in the mails of programs, beside the link: one for each account and purpose, which lives shorter than the link.

create table mailed_code (
  user_id uuid not null references auth_user on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset', 'change_email', 'sign_in')),
  -- Keyed with the server's secret.
  hash text not null,
  -- The link in the same mail, which the code uses up.
  token_hash text not null unique references account_token (hash) on delete cascade,
  -- Mark of the network that requested the mail. Tries from other networks cannot use the code up.
  network text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  -- A new code ends the one before.
  primary key (user_id, purpose)
);
create index if not exists mailed_code_expiry on mailed_code (expires_at);
