-- Why planned work could not be done, beside the English sentence in `failure`: {title, path, code}. It counts only where there is a failure.
alter table schedules add column fault jsonb;
alter table releases add column fault jsonb;
