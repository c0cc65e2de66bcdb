-- What a report of a person is about, chosen beside the reporter's own words. Null where the reporter chose none, and in a report of a comment.
alter table user_report add column category text
  check (category in ('behaviour', 'driving', 'no_show', 'money', 'fake', 'other'));
