-- Forms of a site, and what was submitted through them.

create table forms (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  slug text collate "C" not null,
  name text not null,
  schema json not null,
  ui_schema json not null,
  submit_label text not null,
  success_message text not null,
  -- Raised by every change: says which form a submission was made through, and which compiled schema is still good.
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug)
);

create table form_submissions (
  site_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  form_version int not null,
  data json not null,
  -- The network that it came from, not the address.
  client text not null,
  -- A program filled in what people do not see.
  is_spam boolean not null default false,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, form_id) references forms (site_id, id) on delete cascade
);

create index form_submissions_newest on form_submissions (site_id, form_id, created_at desc, id desc);
create index form_submissions_by_age on form_submissions (site_id, created_at);
create index form_submissions_spam_by_age on form_submissions (site_id, created_at) where is_spam;
