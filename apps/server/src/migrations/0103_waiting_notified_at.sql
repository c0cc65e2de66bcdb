-- Named after what happens: the driver gets a notification about a request that waits.
alter table reservation rename column waiting_told_at to waiting_notified_at;
