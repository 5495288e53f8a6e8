/** Statements that read all sites at once, and only read. Each is a statement's beginning. */
export const fansOut = [
  "select payments.site_id", // checkPayments: sites with due payments.
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join idempotent_requests',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join form_submissions',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join customer_tokens',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join attempts',
  'select site_id as "siteId", plugin from plugins where secrets is not null', // secrets rotate
  'select site_id as "siteId", id, answer from idempotent_requests', // secrets rotate
  'select site_id as "siteId", id from webhooks order by site_id, id', // the same
  "select distinct sites.id, sites.slug from sites join webhooks", // webhook listen, on a laptop
  'select site_id as "siteId", plugin, secrets from plugins where secrets is not null', // doctor
  "select count(*)::int as open, (count(*) filter (where payments.check_at <", // backlog, for doctor and metrics
  "select max(orders.created_at)::timestamptz as at from sites join orders", // doctor
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join customers',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join orders',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join processor_events',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join site_changes',
  'select distinct due.site_id as "siteId" from ( select types.site_id from sites join content_types',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join audit_entries',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join documents',
  'select distinct due.site_id as "siteId" from ( select schedules.site_id from sites join schedules',
  'select distinct due.site_id as "siteId" from ( select releases.site_id from sites join releases',
  'select distinct due.site_id as "siteId" from ( select old.site_id from sites join asset_addresses',
  'select files.site_id as "siteId", files.id from sites join asset_files', // the sweep of media
  'select uploads.site_id as "siteId", uploads.id from sites join asset_uploads', // the same: uploads that ended
  'select site_id as "siteId", version::float8 as version from stock_versions', // the poll for changes
  'select site_id as id, content_version::float8 as "contentVersion"', // the same
  "select site_versions.site_id as id, coalesce(asset_totals.bytes, 0)", // the operator's list of sites
  'select changes.site_id as "siteId", changes.part', // the changes since the last poll
  "select sites.slug, sites.name, sites.default_locale", // site list
  "select coalesce(sum(bytes), 0)::float8 as bytes from asset_totals", // a metric
  "select sites.id from sites left join site_usage", // measureSites
  'select distinct site_id as "siteId" from search_words where is_unspaced(word)', // words of an earlier version, once
  "select id, slug from sites order by slug", // media check, media copy
  "select sites.id, sites.slug, sites.name, sites.default_locale", // doctor: sites with bindings
  "select sites.id, sites.slug from sites join plugins", // the sandbox's endpoints
  "select sites.id, sites.slug, sites.currency from sites join plugins", // doctor: keys of the payment processor
];

/** Statements that write `sites`, which is on every node, when people change something. Each is a statement's beginning. */
export const changesSites = [
  "insert into sites",
  "update sites set name =", // its members
  "update sites set revision =", // its hosts, which are in a table of their own
  "update sites set suspended_at =",
  "update sites set deleted_at =",
  "update sites set media_quota_mb =",
  "delete from sites",
];
