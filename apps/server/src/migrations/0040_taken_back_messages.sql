-- Owner: chat. A message that its sender has taken back keeps its place and its number, but no content; only where a report was made
-- before does the content stay, for whoever decides the report.
alter table message
  add column taken_back_at timestamptz,
  drop constraint message_kind,
  add constraint message_kind check (
    (message_type = 'text' and num_nonnulls(image_key, image_width, image_height) = 0
      and (content <> '' and content is not null or content is null and taken_back_at is not null)) or
    (message_type = 'image' and content is null and num_nonnulls(image_key, image_width, image_height) in (0, 3)));
