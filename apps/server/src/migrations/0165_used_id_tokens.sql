-- ID tokens of other services that a program has signed in or linked with: each works once, until it expires.

create table used_id_token (
  -- Hash of the signed part. The token itself would give access to the service's account.
  hash text primary key,
  expires_at timestamptz not null
);
