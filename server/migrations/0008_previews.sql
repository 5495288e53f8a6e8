-- Tokens that show the draft of one page. Global: the token alone says whose page it is. No foreign key to the page, which may
-- lie on another machine than this table; a token whose page is gone finds nothing.

create table previews (
  id uuid primary key,
  site_id uuid not null references sites (id) on delete cascade,
  document_id uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  last_four text not null,
  -- Chosen by the author of a bundle, who may import it again: kept when it is over, so that it is not made a second time.
  is_given boolean not null,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  created_at timestamptz not null
);

create index previews_by_site on previews (site_id, created_at desc);
