-- Owner: accounts. True when the password was set by whoever reads the mailbox of this address: by a reset link, or while confirming.
-- Only such an account can be given the administrator's role without a one-time code.
alter table auth_user add column mailbox_password boolean not null default false;

-- Owner: accounts. One-time codes that give the administrator's role to the account with the configured address. The start prints one.
create table admin_code (
  hash text primary key,
  expires_at timestamptz not null
);
