-- What the people of a site do with submissions.

alter table form_submissions
  -- When somebody of the site marked it as read.
  add column read_at timestamptz;

-- What the first screen counts.
-- squawk-ignore require-concurrent-index-creation
create index form_submissions_unread on form_submissions (site_id, form_id, created_at) where not is_spam and read_at is null;
