import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { readForeignKeys } from "./foreign-keys.ts";
import { startServer } from "../kit/harness.ts";
import { sampleCatalog } from "../kit/sample-catalog.ts";
import { sampleSite } from "../kit/sample-site.ts";

/**
 * Tables that are read before the site of a request is known, or that belong to none. Everything else is a site's, with the
 * site first in every key, so that a reference across sites cannot be stored and the tables could be distributed by site.
 */
const globalTables = [
  ...["account_audit_entries", "admin_links", "admin_sessions", "admin_tokens", "admins", "api_keys", "global_attempts", "invitations"],
  ...["known_browsers", "members", "migrations", "operator_entries", "outbox", "passkey_challenges", "passkeys", "previews"],
  ...["recovery_codes", "signup_challenges", "site_events", "site_hosts", "sites"],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test("the global tables are exactly these", async () => {
  const rows = await database.sql<{ name: string }>`
    select tables.table_name as name
    from information_schema.tables as tables
    where tables.table_schema = 'public' and tables.table_type = 'BASE TABLE'
      and (
        tables.table_name in ('admin_tokens', 'api_keys', 'invitations', 'members', 'operator_entries', 'outbox', 'previews', 'site_events', 'site_hosts')
        or not exists (
          select from information_schema.columns as columns
          where columns.table_schema = 'public' and columns.table_name = tables.table_name and columns.column_name = 'site_id'
        )
      )
    order by tables.table_name`;
  expect(rows.map(({ name }) => name)).toEqual(globalTables);
});

test("every key of a site's table begins with the site", async () => {
  const rows = await database.sql<{ tableName: string; indexName: string; kind: string; firstColumn: string | null; isPrimary: boolean }>`
    select
      tables.relname as "tableName",
      indexes.relname as "indexName",
      methods.amname as kind,
      columns.attname as "firstColumn",
      pg_index.indisprimary as "isPrimary"
    from pg_index
    join pg_class as tables on tables.oid = pg_index.indrelid
    join pg_class as indexes on indexes.oid = pg_index.indexrelid
    join pg_am as methods on methods.oid = indexes.relam
    -- An expression has no column, and would be no site.
    left join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum = pg_index.indkey[0]
    where tables.relnamespace = 'public'::regnamespace and tables.relname <> all (${globalTables}::text[])`;
  expect(rows.filter(({ firstColumn }) => firstColumn !== "site_id")).toEqual([]);
  expect(rows.filter(({ isPrimary }) => isPrimary).length).toBeGreaterThanOrEqual(5);
  expect(rows.filter(({ kind }) => kind === "gin").length).toBeGreaterThanOrEqual(3);
});

test("every site's table has a primary key of site and id", async () => {
  const rows = await database.sql<{ tableName: string; columns: string[] }>`
    select tables.relname as "tableName", array_agg(columns.attname::text order by keys.place) as columns
    from pg_constraint
    join pg_class as tables on tables.oid = pg_constraint.conrelid
    cross join lateral unnest(pg_constraint.conkey) with ordinality as keys (number, place)
    join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum = keys.number
    where pg_constraint.contype = 'p' and tables.relnamespace = 'public'::regnamespace
      and tables.relname <> all (${globalTables}::text[])
    group by tables.relname`;
  expect(rows.length).toBeGreaterThanOrEqual(5);
  expect(rows.filter(({ columns }) => columns.join() !== "site_id,id")).toEqual([]);
});

test("every reference between sites' tables carries the site on both ends, and none leads out of a global table into them", async () => {
  const rows = await readForeignKeys(database.sql);
  expect(rows.length).toBeGreaterThan(5);
  for (const { name, fromTable, toTable, fromColumns, toColumns } of rows) {
    if (globalTables.includes(toTable)) continue;
    expect([name, globalTables.includes(fromTable)]).toEqual([name, false]);
    expect([name, fromColumns[0], toColumns[0]]).toEqual([name, "site_id", "site_id"]);
  }
});

// The views of public reads. A new view is added here with its columns, and its rows below.
const views: Record<string, string[]> = {
  listed_products: [
    "site_id",
    "id",
    "category_id",
    "price",
    "sort_title",
    "search",
    "created_at",
    "updated_at",
    "slug",
    "title",
    "currency",
  ],
  public_categories: [...["site_id", "id", "slug", "parent_id", "position", "path", "sort_title", "search", "created_at", "image", "json"]],
  public_products: ["site_id", "id", "slug", "shows_stock", "images", "json", "category_id"],
  translated_categories: [
    ...[
      "site_id",
      "id",
      "slug",
      "parent_id",
      "position",
      "sort_title",
      "search",
      "created_at",
      "image",
      "json",
      "locale",
      "translated_slug",
    ],
  ],
  translated_products: [
    ...[
      "site_id",
      "id",
      "category_id",
      "price",
      "sort_title",
      "search",
      "created_at",
      "updated_at",
      "locale",
      "translated_slug",
      "currency",
    ],
  ],
  published_documents: [
    ...["site_id", "document_id", "content_type", "locale", "slug", "content", "has_bindings"],
    ...["published_at", "first_published_at", "created_at", "updated_at", "translation_id", "title"],
  ],
  published_places: [
    ...["site_id", "document_id", "content_type", "locale", "slug", "published_version_id"],
    ...["published_at", "first_published_at", "created_at", "translation_id", "title"],
  ],
  published_references: ["site_id", "translation_id", "path", "kind", "target_id"],
};

// Views that need a token: every read of them names the owner of its rows.
const ownViews: Record<string, string[]> = { own_orders: ["site_id", "id", "customer_id", "created_at", "json"] };

test("a public view has no column of a draft", async () => {
  const rows = await database.sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    join information_schema.views using (table_schema, table_name)
    where table_schema = 'public'
    group by table_name`;
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual({ ...views, ...ownViews });
});

test("a view that a cluster needs in another form shows the same members there", async () => {
  const distribution = await readFile(new URL("../../server/citus/distribute.sql", import.meta.url), "utf8");
  const replaced = [...distribution.matchAll(/create or replace view (\w+)/g)].map(([, name = ""]) => name);
  expect(replaced).toContain("own_orders");
  for (const name of replaced) {
    const [view] = await database.sql<{ definition: string }>`select pg_get_viewdef(${name}::regclass) as definition`;
    const members = [...(view?.definition ?? "").matchAll(/ AS "?(\w+)"?/g)].map(([, member = ""]) => member);
    expect(members.length).toBeGreaterThan(5);
    expect([name, members.filter((member) => !new RegExp(`\\b${member}\\b`).test(distribution))]).toEqual([name, []]);
  }
});

test("a public view has the rows of a site in every public state, and no others", async () => {
  const server = await startServer({ database });
  const content = sampleSite() as Record<
    "pages" | "entries",
    { contentType?: string; slug: string; locale: string; status?: string; draft?: object | undefined }[]
  > & {
    contentTypes: object[];
  };
  const schema = { type: "object", properties: { to: { $ref: "vitrine:page" } } };
  content.contentTypes.push({ slug: "link", title: "Link", schema });
  const link = { contentType: "link", locale: "en", data: { to: { page: "about" } }, draft: { data: { to: { page: "home" } } } };
  content.entries.push({ slug: "public", ...link }, { slug: "hidden", ...link, status: "DRAFT", draft: undefined });
  const catalog = sampleCatalog();
  const { id } = await server.addSite({ ...content, ...catalog });
  await server.stop();

  const documents = [...content.pages, ...content.entries]
    .filter(({ status = "PUBLISHED" }) => status === "PUBLISHED")
    .map(({ contentType = "page", locale, slug }) => `${contentType} ${locale} ${slug}`);
  const allProducts = catalog.products as { slug: string; status?: string }[];
  const products = allProducts.filter(({ status = "ACTIVE" }) => status === "ACTIVE").map(({ slug }) => slug);
  const isPublic = (slug: string | null): boolean => {
    const category = catalog.categories.find((candidate) => candidate.slug === slug) as
      { parent: string | null; status?: string } | undefined;
    return slug === null || (category !== undefined && category.status !== "HIDDEN" && isPublic(category.parent));
  };
  const categories = catalog.categories.map(({ slug }) => slug).filter(isPublic);

  const { sql } = database;
  const rows = await sql<{ view: string; name: string }>`
    select 'published_places' as view, content_type || ' ' || locale || ' ' || slug as name from published_places where site_id = ${id}
    union all
    select 'published_documents', content_type || ' ' || locale || ' ' || slug from published_documents where site_id = ${id}
    union all
    select 'published_references', links.path || ' ' || documents.name
    from published_references as links
    join documents on documents.site_id = links.site_id and documents.id = links.target_id
    where links.site_id = ${id}
    union all
    select 'public_products', slug from public_products where site_id = ${id}
    union all
    select 'listed_products', products.slug
    from listed_products join products on products.site_id = listed_products.site_id and products.id = listed_products.id
    where listed_products.site_id = ${id}
    union all
    select 'public_categories', slug from public_categories where site_id = ${id}
    union all
    select 'translated_products', translated_slug from translated_products where site_id = ${id} and locale = 'de'
    union all
    select 'translated_categories', slug from translated_categories where site_id = ${id} and locale = 'de'`;
  const listColumns = (view: string) => rows.filter((row) => row.view === view).map(({ name }) => name);
  const expected: Record<string, string[]> = {
    listed_products: products,
    public_categories: categories,
    public_products: products,
    translated_categories: categories,
    translated_products: products,
    published_documents: documents,
    published_places: documents,
    published_references: ["/to about"],
  };
  expect(Object.keys(expected)).toEqual(Object.keys(views));
  for (const [view, names] of Object.entries(expected)) expect([view, listColumns(view).sort()]).toEqual([view, [...names].sort()]);

  const [states] = await sql<{ products: string[]; categories: string[]; drafts: number; hidden: number }>`
    select
      array(select distinct status from products where site_id = ${id} order by status) as products,
      array(select distinct status from categories where site_id = ${id} order by status) as categories,
      (select count(*)::int from translations where site_id = ${id} and published_version_id is null) as drafts,
      (select count(*)::int from categories where site_id = ${id} and status = 'ACTIVE' and not is_public) as hidden`;
  expect(states).toEqual({ products: ["ACTIVE", "ARCHIVED", "DRAFT"], categories: ["ACTIVE", "HIDDEN"], drafts: 4, hidden: 1 });
});
