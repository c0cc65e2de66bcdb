-- Every statement that stores a ride names its luggage, so that a forgotten field fails; the default was for earlier rides.
alter table ride alter column luggage drop default;
