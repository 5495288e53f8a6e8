-- The files that visitors sent with submissions. Their bytes lie beside those of the media library, and no asset names them: no address
-- is theirs. The media library removes the bytes once no row names them.
create table form_submission_files (
  site_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  file_id uuid not null,
  -- As the visitor named it, cleaned.
  name text not null,
  primary key (site_id, id),
  foreign key (site_id, submission_id) references form_submissions (site_id, id) on delete cascade,
  foreign key (site_id, file_id) references asset_files (site_id, id)
);

create index form_submission_files_of_submission on form_submission_files (site_id, submission_id);
create index form_submission_files_of_file on form_submission_files (site_id, file_id);
