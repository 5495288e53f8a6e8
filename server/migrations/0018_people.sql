-- People who run sites: how they sign in, the sites that they are members of, and the record of all that they change.
-- All but the record is global: a session is found before any site is, and asks for its sites.
-- No release has the tables that are changed here yet, so none of them is large anywhere, and writers may wait.

-- How often something was tried since a window began, of no site: sign-ups, sign-ins. The id is a digest of what is counted.
-- A table of its own, in place of signup_attempts, whose counts are worth nothing after a day.
create table global_attempts (
  id uuid primary key,
  count int not null,
  began_at timestamptz not null
);

create index global_attempts_by_age on global_attempts (began_at);

-- squawk-ignore ban-drop-table
drop table signup_attempts;

alter table admins
  add column name text not null default '',
  add column locale text collate "C" not null default 'en' check (locale in ('en', 'de', 'pt-BR')),
  add column is_operator boolean not null default false,
  add column disabled_at timestamptz,
  -- Encrypted under SECRET_KEY. Worth nothing until it is confirmed.
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz,
  -- Of the latest accepted code: none is accepted twice. In steps of 30 seconds since 1970.
  add column totp_last_step int,
  add column revision int not null default 1,
  -- Null until a first password is chosen. A server of the version before finds no such row that it made.
  -- squawk-ignore ban-drop-not-null
  alter column password_hash drop not null;

update admins set name = split_part(email, '@', 1);

alter table members
  -- squawk-ignore disallowed-unique-constraint
  drop constraint members_role_check,
  -- squawk-ignore constraint-missing-not-valid
  add constraint members_role_check check (role in ('VIEWER', 'AUTHOR', 'EDITOR', 'SALES', 'ADMIN', 'OWNER')),
  add column revision int not null default 1;

-- squawk-ignore require-concurrent-index-creation
create index members_by_admin on members (admin_id);

alter table sites
  add column revision int not null default 1,
  -- The public side ends at once, the data after two weeks.
  add column deleted_at timestamptz;

create table admin_sessions (
  id uuid primary key,
  admin_id uuid not null references admins (id) on delete cascade,
  -- Of the cookie.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- SECOND_FACTOR: the password was right, and that is all that was shown.
  state text collate "C" not null check (state in ('FULL', 'SECOND_FACTOR')),
  second_factor_tries int not null default 0 check (second_factor_tries between 0 and 5),
  -- A browser and its system in words.
  label text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the person last proved who they are.
  confirmed_at timestamptz not null,
  -- In any case.
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text collate "C" check (ended_reason in ('SIGNED_OUT', 'REPLACED', 'REMOVED', 'PASSWORD', 'TRIES', 'DISABLED')),
  check ((ended_at is null) = (ended_reason is null))
);

create index admin_sessions_by_admin on admin_sessions (admin_id);
create index admin_sessions_by_age on admin_sessions (last_seen_at);

-- Personal access tokens.
create table admin_tokens (
  id uuid primary key,
  admin_id uuid not null references admins (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null,
  last_four text not null,
  -- Caps the role of the member.
  role text collate "C" not null check (role in ('VIEWER', 'AUTHOR', 'EDITOR', 'SALES', 'ADMIN', 'OWNER')),
  -- Null: every site of the admin.
  site_id uuid references sites (id) on delete cascade,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null
);

create index admin_tokens_by_admin on admin_tokens (admin_id);
create index admin_tokens_by_site on admin_tokens (site_id) where site_id is not null;

create table passkeys (
  id uuid primary key,
  admin_id uuid not null references admins (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  is_backed_up boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_by_admin on passkeys (admin_id);

-- A challenge is answered once.
create table passkey_challenges (
  -- Works as a secret, so it is random throughout.
  id uuid primary key,
  purpose text collate "C" not null check (purpose in ('SIGN_IN', 'REGISTER')),
  -- Null: nobody knows yet who signs in.
  admin_id uuid references admins (id) on delete cascade,
  challenge bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create index passkey_challenges_by_admin on passkey_challenges (admin_id) where admin_id is not null;
create index passkey_challenges_by_age on passkey_challenges (expires_at);

create table recovery_codes (
  id uuid primary key,
  admin_id uuid not null references admins (id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  created_at timestamptz not null,
  unique (admin_id, code_hash)
);

-- Secrets in links and mails to admins. An admin has one for each purpose: a new one takes the old one's row.
create table admin_links (
  id uuid primary key,
  admin_id uuid not null references admins (id) on delete cascade,
  purpose text collate "C" not null check (purpose in ('RESET_PASSWORD', 'FIRST_PASSWORD', 'SIGN_IN', 'CHANGE_EMAIL')),
  -- Null until it is mailed, which is when it is made.
  token_hash bytea check (length(token_hash) = 32),
  -- The address that an admin wants to have.
  new_email text collate "C",
  tries int not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  unique (admin_id, purpose)
);

create index admin_links_by_token on admin_links (token_hash) where token_hash is not null;
create index admin_links_by_age on admin_links (expires_at);

-- Browsers that an admin has signed in with: a mail tells of each further one.
create table known_browsers (
  id uuid primary key,
  admin_id uuid not null references admins (id) on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (admin_id, browser_hash)
);

create index known_browsers_by_age on known_browsers (last_seen_at);

-- An operator acts in a site for an hour, for a reason that its owners are told.
create table operator_entries (
  id uuid primary key,
  site_id uuid not null references sites (id) on delete cascade,
  admin_id uuid not null references admins (id) on delete cascade,
  reason text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create index operator_entries_by_admin on operator_entries (admin_id, site_id, expires_at);
create index operator_entries_by_site on operator_entries (site_id);
create index operator_entries_by_age on operator_entries (expires_at);

-- Deleted once they are accepted.
create table invitations (
  id uuid primary key,
  site_id uuid not null references sites (id) on delete cascade,
  -- As canonicalEmail writes it.
  email text collate "C" not null,
  role text collate "C" not null check (role in ('VIEWER', 'AUTHOR', 'EDITOR', 'SALES', 'ADMIN', 'OWNER')),
  -- Of the latest link, and null until that is mailed, which is when it is made.
  token_hash bytea unique check (length(token_hash) = 32),
  invited_by uuid references admins (id) on delete set null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  unique (site_id, email)
);

create index invitations_by_inviter on invitations (invited_by) where invited_by is not null;

-- All that people change in a site. Rows are added; only retention and the erasure of a person take anything away.
create table audit_entries (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  actor_kind text collate "C" not null check (actor_kind in ('SESSION', 'TOKEN', 'CLI', 'JOB', 'SIGNUP')),
  -- Without a foreign key: the record outlives the account.
  admin_id uuid,
  token_name text,
  -- The id of the operation, or the name of the command or job.
  action text collate "C" not null,
  target_type text collate "C" not null,
  target_id text collate "C" not null,
  target_label text,
  changes json not null,
  primary key (site_id, id)
);

create index audit_entries_by_time on audit_entries (site_id, at, id);
create index audit_entries_by_target on audit_entries (site_id, target_type, target_id, at);
create index audit_entries_by_actor on audit_entries (site_id, admin_id, at);

-- The same for what belongs to no site: an account, and what operators do on the server.
create table account_audit_entries (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text collate "C" not null check (actor_kind in ('SESSION', 'TOKEN', 'CLI', 'JOB', 'SIGNUP')),
  admin_id uuid,
  token_name text,
  action text collate "C" not null,
  target_type text collate "C" not null,
  target_id text collate "C" not null,
  target_label text,
  changes json not null
);

create index account_audit_entries_by_time on account_audit_entries (at);
create index account_audit_entries_by_target on account_audit_entries (target_type, target_id, at);
create index account_audit_entries_by_actor on account_audit_entries (admin_id, at);
