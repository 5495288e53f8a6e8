-- What the files of a site may have in all, in MB, as an operator of the server has set it. Null: MEDIA_QUOTA_MB.
alter table sites add column media_quota_mb int check (media_quota_mb between 1 and 10000000);
