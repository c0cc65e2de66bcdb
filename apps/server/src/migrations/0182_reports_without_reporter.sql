-- Null: the product itself has filed the report, about other prices than the trips' that a driver names again and again.
alter table user_report alter column reporter_id drop not null;
