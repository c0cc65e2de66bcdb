-- Owner: platform/files. Files that nothing names: not yet, because they have just been written, or no longer. Each is here before it is in
-- the store and leaves in the transaction that stores its key, so that a crash at any point leaves nothing that is not found again.
create table loose_file (
  folder text not null check (folder in ('profiles', 'chat-images', 'exports')),
  key text not null,
  remove_at timestamptz not null,
  primary key (folder, key)
);
create index loose_file_due on loose_file (remove_at);
