import type { Database, Sql } from "../../../ports/database.ts";

/** Of one statement: a table of a large site has millions of rows. */
const mostMs = 30_000;

/**
 * One statement a table. A row counts a hundred bytes, for its head, its ids, dates and places in indexes, and what its large values take on disk: `pg_column_size`
 * does not read them. Left out is what a site has few of.
 */
const tables: readonly ((sql: Sql, siteId: string) => Promise<{ bytes: number }[]>)[] = [
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from documents where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + coalesce(pg_column_size(draft), 0)
      ), 0)::float8 as bytes
      from translations where site_id = ${siteId}`,
  (sql, siteId) => sql`select coalesce(sum(100 + pg_column_size(content)), 0)::float8 as bytes from versions where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from schedules where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from comment_threads where site_id = ${siteId}`,
  (sql, siteId) => sql`select coalesce(sum(100 + pg_column_size(text)), 0)::float8 as bytes from comments where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(150 + coalesce(pg_column_size(note), 0) + coalesce(pg_column_size(answer), 0)), 0)::float8 as bytes
      from review_requests where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from former_slugs where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from content_references where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        200 + pg_column_size(stored.*)
      ), 0)::float8 as bytes
      from published_rows as stored where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(search)
      ), 0)::float8 as bytes
      from published_words where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(schema) + pg_column_size(ui_schema) + pg_column_size(defaults)
        + pg_column_size(declared_references) + coalesce(pg_column_size(slots), 0)
      ), 0)::float8 as bytes
      from block_types where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(schema) + pg_column_size(ui_schema) + pg_column_size(declared_references)
        + coalesce(pg_column_size(query_plan), 0) + coalesce(pg_column_size(next_query_plan), 0)
      ), 0)::float8 as bytes
      from content_types where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(schema) + pg_column_size(ui_schema)
      ), 0)::float8 as bytes
      from forms where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(data)
      ), 0)::float8 as bytes
      from form_submissions where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + coalesce(pg_column_size(description), 0) + pg_column_size(images) + pg_column_size(options)
        + pg_column_size(attributes) + pg_column_size(search) + coalesce(pg_column_size(seo), 0)
      ), 0)::float8 as bytes
      from products where site_id = ${siteId}`,
  (sql, siteId) => sql`select coalesce(sum(100 + pg_column_size(options)), 0)::float8 as bytes from variants where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from variant_prices where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from currency_prices where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(150 + coalesce(pg_column_size(note), 0)), 0)::float8 as bytes
      from stock_movements where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + coalesce(pg_column_size(description), 0) + coalesce(pg_column_size(image), 0)
        + pg_column_size(search) + coalesce(pg_column_size(seo), 0)
      ), 0)::float8 as bytes
      from categories where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + coalesce(pg_column_size(words), 0) + pg_column_size(search)
      ), 0)::float8 as bytes
      from catalog_translations where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from former_catalog_slugs where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from plans where site_id = ${siteId}`,
  (sql, siteId) => sql`select coalesce(sum(100 + pg_column_size(word)), 0)::float8 as bytes from search_words where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from customers where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from customer_tokens where site_id = ${siteId}`,
  (sql, siteId) =>
    sql`select coalesce(sum(100 + pg_column_size(address)), 0)::float8 as bytes from customer_addresses where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + coalesce(pg_column_size(notes), 0)
      ), 0)::float8 as bytes
      from orders where site_id = ${siteId}`,
  (sql, siteId) => sql`select coalesce(sum(100 + pg_column_size(title)), 0)::float8 as bytes from order_lines where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + coalesce(pg_column_size(description), 0) + pg_column_size(metadata) + pg_column_size(request)
      ), 0)::float8 as bytes
      from payments where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from processor_events where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from refunds where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(alt) + pg_column_size(tags) + pg_column_size(search)
      ), 0)::float8 as bytes
      from assets where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from asset_files where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(name)
      ), 0)::float8 as bytes
      from form_submission_files where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from asset_addresses where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from asset_variants where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(words)
      ), 0)::float8 as bytes
      from asset_uploads where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + coalesce(pg_column_size(fault), 0)
      ), 0)::float8 as bytes
      from releases where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from release_items where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(patch) + coalesce(pg_column_size(seen_variants), 0)
      ), 0)::float8 as bytes
      from release_changes where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from previews where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(state)
      ), 0)::float8 as bytes
      from imported_items where site_id = ${siteId}`,
  (sql, siteId) => sql`select coalesce(sum(100 + pg_column_size(payload)), 0)::float8 as bytes from outbox where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(changes)
      ), 0)::float8 as bytes
      from audit_entries where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + coalesce(pg_column_size(answer), 0)
      ), 0)::float8 as bytes
      from idempotent_requests where site_id = ${siteId}`,
  (sql, siteId) => sql`select coalesce(sum(100 + pg_column_size(query)), 0)::float8 as bytes from saved_views where site_id = ${siteId}`,
  (sql, siteId) => sql`
    select coalesce(sum(300 + pg_column_size(rule) + coalesce(pg_column_size(items), 0)), 0)::float8 as bytes
    from discounts where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 200)::float8 as bytes from discount_codes where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 150)::float8 as bytes from discount_uses where site_id = ${siteId}`,
  (sql, siteId) => sql`
    select (count(*) * 300 + coalesce(sum(octet_length(note)), 0))::float8 as bytes from gift_cards where site_id = ${siteId}`,
  (sql, siteId) => sql`
    select (count(*) * 200 + coalesce(sum(octet_length(reason)), 0))::float8 as bytes from gift_card_changes where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 200)::float8 as bytes from gift_card_keys where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 500)::float8 as bytes from webhooks where site_id = ${siteId}`,
  (sql, siteId) => sql`
      select coalesce(sum(
        100 + pg_column_size(data) + coalesce(pg_column_size(personal), 0)
      ), 0)::float8 as bytes
      from webhook_events where site_id = ${siteId}`,
  (sql, siteId) =>
    sql`select coalesce(sum(100 + pg_column_size(attempts)), 0)::float8 as bytes from webhook_deliveries where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from site_events where site_id = ${siteId}`,
  (sql, siteId) => sql`select (count(*) * 100)::float8 as bytes from site_changes where site_id = ${siteId}`,
];

/** The bytes of all rows of a site. Each table in a transaction of its own, so that the embedded database answers requests in between. */
export async function measureSite(sql: Database, siteId: string): Promise<number> {
  let bytes = 0;
  for (const measure of tables) {
    const [row] = await sql.begin((tx) => measure(tx, siteId), { statementTimeoutMs: mostMs });
    bytes += row?.bytes ?? 0;
  }
  return bytes;
}
