-- Processes of other versions no longer get each other's files of pages from here.
drop table page_asset;
