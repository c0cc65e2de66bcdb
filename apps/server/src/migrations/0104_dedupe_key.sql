-- The same name as in the code: two notifications of a person with the same key are one.
alter table notification rename column once to dedupe_key;
alter index notification_once rename to notification_dedupe_key;
