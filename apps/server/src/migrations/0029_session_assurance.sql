-- Owner of auth_session: accounts.
alter table auth_session
  -- What the session itself has shown: aal1 one way in (password, mailed code, another service), aal2 also the second factor.
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- Counts how often the session got a new token. Bearer tokens that were made before the last one are worthless.
  add column rotations integer not null default 0,
  alter column created_at set default app_now(),
  alter column updated_at set default app_now();

-- Every way in has asked for the second factor since it was switched on. Sessions from before that, among them the one in which it was
-- switched on, have to be begun again.
update auth_session session set aal = 'aal2' from two_factor factor
  where factor.user_id = session.user_id and factor.confirmed_at is not null and session.created_at > factor.confirmed_at;
delete from auth_session session using auth_user account
  where account.id = session.user_id and account.two_factor_enabled and session.aal = 'aal1';
-- A session is not prolonged any more.
update auth_session set expires_at = least(expires_at, created_at + interval '30 days');
