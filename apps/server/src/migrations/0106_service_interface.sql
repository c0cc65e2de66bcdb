-- Sessions of the service interface (/auth/v1): what they have shown, their refresh tokens, and flows that end in another program.

-- What a session of the service interface has shown, as the claim `amr` of its tokens: a list of { method, timestamp }. Empty for sessions
-- of the product's own pages.
alter table auth_session add column methods jsonb not null default '[]'
  constraint auth_session_methods_check check (jsonb_typeof(methods) = 'array');

-- Tokens are signed by another algorithm now; keys of the old one are of no use. Clients get new tokens with their sessions.
delete from token_key;

-- One row for every refresh token of a session, also the used ones: one that is used again later was stolen.
create table refresh_token (
  -- SHA-256 of the token, base64url. The next token is made from this one and the server's secret, so it is stored nowhere.
  hash text primary key,
  session_id uuid not null references auth_session on delete cascade,
  issued_at timestamptz not null default app_now(),
  -- When it was exchanged for the next one; null for the one in use.
  replaced_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);

-- A way in that another program began through the service interface, and that ends there: with a code that the program exchanges by the verifier
-- of its challenge (PKCE, RFC 7636), or without a challenge with the tokens themselves in the address.
create table auth_flow (
  id uuid primary key default gen_random_uuid(),
  -- What began it, as the client names it: signup, magiclink, recovery, invite, email_change, oauth, sso.
  kind text not null,
  -- The account, once it is known.
  user_id uuid references auth_user on delete cascade,
  -- SHA-256 of the code, base64url; null before the mailed link or the other service has been followed.
  code_hash text unique,
  challenge text check (challenge ~ '^[A-Za-z0-9._~-]{43,128}$'),
  challenge_method text check (challenge_method in ('s256', 'plain')),
  -- Where the browser is led in the end; one of the configured addresses.
  redirect_to text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  constraint auth_flow_method_check check ((challenge is null) = (challenge_method is null))
);
create index auth_flow_user on auth_flow (user_id);
create index auth_flow_expiry on auth_flow (expires_at);

-- The name of the own picture in the bucket `profiles` of /storage/v1; null for a picture that has no other name than its key.
alter table profile add column picture_name text,
  add constraint profile_picture_name_check check (picture_name is null or (picture_key is not null and char_length(picture_name) <= 100));

-- Images that a program has uploaded to the bucket `chat-images` of /storage/v1, by the names that it gave them.
create table chat_upload (
  owner_id uuid not null references profile (id) on delete cascade on update cascade,
  name text not null check (char_length(name) <= 100),
  -- The file; of a message once the image has been sent.
  key text not null unique,
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  bytes integer not null check (bytes > 0),
  -- An image that is not sent within a day is removed.
  sent boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (owner_id, name)
);
create index chat_upload_unsent on chat_upload (created_at) where not sent;

-- Mails that a program requested have a code beside the link.
alter table account_token
  -- HMAC of the code, the account, the purpose and the network of the request: elsewhere nothing can be guessed. Null for a link alone.
  add column code_hash text,
  drop constraint account_token_purpose_check,
  add constraint account_token_purpose_check
    check (purpose in ('confirm', 'reset', 'change_email', 'reauthenticate', 'sign_in'));

-- HMAC of the network from which a program signed up, until the address is confirmed: there the mailed token alone confirms it.
alter table auth_user add column signed_up_from text;
