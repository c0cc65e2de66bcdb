-- The files of the built pages by which processes of several versions serve each other's pages while one replaces the other.

create table page_asset (
  -- Has a hash of the content, so a name never gets another content.
  name text primary key,
  content bytea not null,
  -- When a process that was built with it was last known to run.
  used_at timestamptz not null default app_now()
);
