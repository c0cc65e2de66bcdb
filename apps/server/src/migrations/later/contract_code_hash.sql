-- Codes stand in mailed_code.
alter table account_token drop column code_hash;
