/**
 * Only the owner of a table writes it. Each read by another feature is listed, with its reason. `npm run check:owners` compares this
 * with the statements of server/src.
 */

/** Tables, views, and functions that name tables, by the feature that owns them. */
export const owners = {
  lib: [
    "attempts",
    "idempotent_requests",
    "migrations",
    "outbox",
    "global_attempts",
    "site_changes",
    "site_events",
    "stock_versions",
    "search_words",
    "search_query",
    "search_keys",
  ],
  sites: ["sites", "api_keys", "plugins"],
  content: [
    ...[
      "block_types",
      "content_types",
      "documents",
      "translations",
      "versions",
      "content_references",
      "schedules",
      "former_slugs",
      "published_values",
      "published_words",
    ],
    ...["published_places", "published_documents", "published_references"],
  ],
  catalog: [
    ...["categories", "products", "variants", "variant_prices", "plans", "product_totals"],
    ...["add_price", "record_first_price", "record_new_price", "record_new_currency"],
    ...["catalog_translations", "translated_products", "translated_categories"],
    ...["public_categories", "listed_products", "public_products"],
  ],
  customers: ["customers", "customer_tokens"],
  orders: ["order_numbers", "orders", "order_lines", "own_orders"],
  payments: ["payments", "processor_events"],
  forms: ["forms", "form_submissions"],
  preview: ["previews"],
  media: ["assets", "asset_files", "asset_addresses", "asset_variants", "asset_totals", "asset_uploads", "asset_upload_parts"],
  releases: ["releases", "release_items", "release_changes"],
  signup: ["signup_challenges"],
  team: [
    ...["admins", "members", "invitations", "operator_entries", "admin_sessions", "admin_tokens", "admin_links"],
    ...["passkeys", "passkey_challenges", "recovery_codes", "known_browsers"],
  ],
  audit: ["audit_entries", "account_audit_entries"],
};

const asItIsConfigured = "its settings, names and locales decide how it answers; one round trip";
const firstScreen = "counted for the first screen, in one statement for nearly all figures";
const byItsOwnIndex = "the search of the admin API finds all kinds of things alike, each by an index of its own";
const siteBySite = "jobs go from site to site, so that each statement stays with one";

/** The tables of others that a feature reads, and why it does not ask the owner. */
export const reads = {
  audit: { admins: "a change is shown with the name of the person who made it", sites: siteBySite },
  // An export reads what an import wrote, each table at once.
  bundle: {
    api_keys: "exported",
    block_types: "exported, and counted before an import",
    catalog_translations: "exported",
    categories: "exported, and checked with those that an import brings",
    content_references: "exported",
    content_types: "exported, and looked up by an import",
    documents: "exported",
    forms: "exported",
    plans: "exported",
    products: "exported",
    sites: "exported",
    translations: "exported; a locale that is written in cannot be taken away",
    variants: "exported",
    versions: "exported",
  },
  catalog: {
    search_query: "a search is one statement",
    sites: asItIsConfigured,
    stock_versions: "what is shown is of the version that the same statement saw",
  },
  checkout: {
    customers: "held while an order is put into an account",
    orders: "the order and its payment in one answer",
    payments: "the order and its payment in one answer",
    products: "prices come from the catalogue in the transaction that orders",
    sites: asItIsConfigured,
    variants: "prices come from the catalogue in the transaction that orders",
  },
  content: {
    admins: "a document is shown with the names of those who edited it",
    listed_products: "a condition on a reference is met by what is public, in the statement that counts it",
    public_categories: "a condition on a reference is met by what is public, in the statement that counts it",
    release_items: "a snapshot that a release publishes is kept",
    search_query: "a search is one statement",
    sites: asItIsConfigured,
  },
  customers: {
    orders: "accounts with orders are counted and kept",
    outbox: "a mail that waits is held about a person",
    sites: asItIsConfigured,
  },
  "demo.ts": { sites: "looks whether the demo is there" },
  events: {
    admins: "an event is shown with the name of the person",
    documents: "a person is at a document that exists",
  },
  forms: { plugins: "a plugin switches forms off, and says who is told", sites: asItIsConfigured },
  lib: { sites: siteBySite },
  media: {
    admins: "an asset is shown with the name of the person who added it",
    categories: "an asset knows the places that show it",
    content_references: "an asset knows the places that show it",
    products: "an asset knows the places that show it",
    sites: asItIsConfigured,
    translations: "an asset knows the places that show it",
  },
  operating: {
    api_keys: "the doctor counts",
    orders: "the doctor tells of the latest",
    outbox: "the doctor tells what was skipped",
    plugins: "the doctor tries whether secrets open",
    sites: "the doctor counts, and names those with faults",
  },
  orders: { payments: "an order is shown with its payment, and locked after it", sites: asItIsConfigured },
  overview: {
    admins: firstScreen,
    documents: firstScreen,
    form_submissions: firstScreen,
    forms: firstScreen,
    orders: firstScreen,
    outbox: firstScreen,
    payments: firstScreen,
    products: firstScreen,
    schedules: firstScreen,
    sites: asItIsConfigured,
    translations: firstScreen,
    variants: firstScreen,
  },
  payments: {
    orders: "a payment is due when its order is; the two are locked one after the other",
    plugins: "the sandbox finds the webhooks of a key",
    sites: asItIsConfigured,
  },
  preview: {
    block_types: "an unsaved page has references where the types of its blocks declare them",
    content_references: "shows drafts, which the views of published content leave out",
    releases: "a preview is of a page or of a release",
    documents: "shows drafts, which the views of published content leave out",
    sites: asItIsConfigured,
    translations: "shows drafts, which the views of published content leave out",
    versions: "shows drafts, which the views of published content leave out",
  },
  releases: {
    admins: "a release is shown with the names of those who made it",
    previews: "a token leads to the release that it shows",
    sites: siteBySite,
    translations: "an item is shown, and published, with its document",
    versions: "an item has the version that is frozen",
  },
  signup: { admins: "refuses an address that has an account", sites: "refuses a slug that is taken" },
  sites: {
    admins: "operators see who owns a site",
    asset_totals: "lists sites with the size of their files",
    members: "operators see who owns a site",
    translations: "lists sites with how much is written in them",
  },
  "site-search": {
    assets: byItsOwnIndex,
    categories: byItsOwnIndex,
    customers: byItsOwnIndex,
    forms: byItsOwnIndex,
    orders: byItsOwnIndex,
    products: byItsOwnIndex,
    search_keys: byItsOwnIndex,
    translations: byItsOwnIndex,
    variants: byItsOwnIndex,
  },
  team: { sites: "a session is found with its person's place in the site, in one statement; and held while an owner leaves" },
};
