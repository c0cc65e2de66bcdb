-- All keys are of one kind, and how long one is known follows from its age.
alter table token_key drop column alg, drop column crv, drop column expires_at;
