-- What people say to each other about a draft.

-- A place in a translation that people talk about: the whole of it, a block, or a field.
create table comment_threads (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  translation_id uuid not null,
  -- The id of a block in the draft, which somebody may delete. Null: the document itself.
  block_id text collate "C",
  -- JSON Pointer to a field: into the props of the block, or else into the draft. Null: the whole block, or the whole document.
  path text collate "C",
  -- Null: it is open.
  resolved_at timestamptz,
  resolved_because text collate "C" check (resolved_because in ('MEMBER', 'PUBLICATION')),
  -- Null: a job published it, or the account is gone.
  resolved_by uuid references admins (id) on delete set null,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, translation_id) references translations (site_id, id) on delete cascade,
  check ((resolved_at is null) = (resolved_because is null))
);
create index comment_threads_of_translation on comment_threads (site_id, translation_id, created_at, id);

-- With the account of a person go the comments that the person wrote.
create table comments (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  thread_id uuid not null,
  author_id uuid not null references admins (id) on delete cascade,
  text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, thread_id) references comment_threads (site_id, id) on delete cascade
);
create index comments_of_thread on comments (site_id, thread_id, created_at, id);

-- A person asks another one to look at a draft. With the account of either goes the request.
create table review_requests (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  translation_id uuid not null,
  asker_id uuid not null references admins (id) on delete cascade,
  reviewer_id uuid not null references admins (id) on delete cascade,
  note text,
  -- What the reviewer says at the end.
  answer text,
  state text collate "C" not null check (state in ('OPEN', 'DONE', 'PUBLISHED')),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, translation_id) references translations (site_id, id) on delete cascade,
  check ((state = 'OPEN') = (ended_at is null))
);
create unique index review_requests_open on review_requests (site_id, translation_id, reviewer_id) where state = 'OPEN';
create index review_requests_of_translation on review_requests (site_id, translation_id, created_at);
create index review_requests_of_reviewer on review_requests (site_id, reviewer_id, created_at) where state = 'OPEN';
create index review_requests_of_asker on review_requests (site_id, asker_id, created_at);
