import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { cms, shop, startServer, type TestServer } from "../kit/harness.ts";
import { cells } from "./tenant-cells.ts";
import { answersOf, searchErrors, walkTenantMatrix } from "./tenant-matrix.ts";
import { addTenant, addTenants, marks, type Tenant } from "./tenant-pair.ts";
import { changeStatements, openTestDatabase, replaceSql, type TestDatabase } from "../kit/database.ts";
import type { Database } from "../../server/src/ports/database.ts";
import { isAt } from "../../server/src/lib/http/operation.ts";
import { isSampled, rounds } from "../kit/sampled.ts";
import { systemIds } from "../../server/src/adapters/system.ts";
import { raiseStockVersion } from "../../server/src/lib/published/site-changes.ts";
import { sameVersions, type SiteVersions } from "../../server/src/lib/site.ts";

let database: TestDatabase;
let server: TestServer;
let tenants: Tenant[];

beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
  tenants = await addTenants(server);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

test("a site shows all of its own data and nothing of another's", async () => {
  const only = (name: string) => isSampled(name, 4);
  expect(await walkTenantMatrix(server, tenants, { only })).toEqual([]);
  // Once more: now from the cache, if there is one.
  expect(await walkTenantMatrix(server, tenants, { only })).toEqual([]);
  expect(await searchErrors(database.sql, tenants)).toEqual([]);
});

test("a site's responses are the same as if there were no other site, to the byte", async () => {
  for (const mark of marks.slice(0, rounds(marks.length, 1))) {
    const lonely = await startServer();
    const alone = await answersOf(lonely, await addTenant(lonely, mark), tenants);
    await lonely.stop();
    expect(alone.size).toBeGreaterThan(100);
    expect(await walkTenantMatrix(server, tenants, { alone, only: (name) => name.startsWith(`${mark} `) && isSampled(name, 4) })).toEqual(
      [],
    );
  }
});

test("the matrix covers every operation that takes a key", () => {
  const paths = tenants.flatMap((otherTenant) => cells(otherTenant, tenants)).map(({ path }) => path.split("?")[0] ?? "");
  for (const operation of server.vitrine.operations) {
    const { path: template, access, method } = operation;
    // Payments have rows in money-tenants.test.ts.
    if (access !== "key" || method !== "GET" || template.includes("/svc.payments/")) continue;
    expect([template, paths.some((path) => isAt(operation, path))]).toEqual([template, true]);
  }
});

describe("data of another site gets the same response as data that never existed, to the byte", () => {
  const foreign = (name: string) => tenants[1]?.ids.get(`${name} own-mark-beta`) ?? "";
  const never = "ffffffff-ffff-7fff-bfff-ffffffffffff";
  test.each<[string, () => [string, string]]>([
    ["a page", () => [`${cms}/pages/own-mark-beta`, `${cms}/pages/never-existed`]],
    ["an entry", () => [`${cms}/content/note/own-mark-beta`, `${cms}/content/note/never-existed`]],
    ["a form", () => [`${cms}/plugins/svc.forms/forms/own-mark-beta`, `${cms}/plugins/svc.forms/forms/never-existed`]],
    ["a content type", () => [`${cms}/content/type-mark-beta`, `${cms}/content/never-existed`]],
    ["a product by slug", () => [`${shop}/products/slug/own-mark-beta`, `${shop}/products/slug/never-existed`]],
    ["a product by id", () => [`${shop}/products/${foreign("products")}`, `${shop}/products/${never}`]],
    ["a category by slug", () => [`${shop}/categories/slug/own-mark-beta`, `${shop}/categories/slug/never-existed`]],
    ["a category by id", () => [`${shop}/categories/${foreign("categories")}`, `${shop}/categories/${never}`]],
    ["a filter by slug", () => [`${shop}/products?category=own-mark-beta`, `${shop}/products?category=never-existed`]],
    ["a filter by id", () => [`${shop}/products?categoryId=${foreign("categories")}`, `${shop}/products?categoryId=${never}`]],
    ["a word", () => [`${shop}/products?q=own-mark-beta`, `${shop}/products?q=never-existed`]],
    ["a word in categories", () => [`${shop}/categories?tree=true&q=beta`, `${shop}/categories?tree=true&q=zeta`]],
  ])("%s", async (_name, paths) => {
    const [theirs, nobodys] = paths();
    const key = tenants[0]?.site.key ?? "";
    const foreignAnswer = await server.ask(theirs, { key });
    const unknown = await server.ask(nobodys, { key });
    const text = ({ text: answerText }: { text: string }) => answerText.replace(/"requestId":"[^"]+"/, "");
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(theirs).not.toContain("undefined");
    expect([foreignAnswer.status, text(foreignAnswer), names(foreignAnswer.headers)]).toEqual([
      unknown.status,
      text(unknown),
      names(unknown.headers),
    ]);
    expect(foreignAnswer.headers.get("etag") === null || foreignAnswer.headers.get("etag") !== unknown.headers.get("etag")).toBe(true);
  });
});

// The comparisons with the site in the statements of a read, each made true in turn, and the calls
// with the site, each given another site's instead. If the matrix does not notice, either that or the matrix is not
// worth having.
const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|sites\.id = \$\d+|search_query\(\$\d+/g;

/**
 * A query's statement is put together from pieces of the source, and differs with the query: most of them alone would show nothing, as no other site has the
 * value that they ask for. So there each comparison of the source is made true in all statements at once.
 */
const isComposed = (statement: string) => statement.includes("published_rows as stored");

/** The comparisons of a statement with the pieces of the source that they stand in, by the text before them. */
function comparisonsOf(statement: string): { piece: string; index: number; comparison: string }[] {
  return [...statement.matchAll(binding)].map(({ index, 0: comparison }) => {
    const text = statement.slice(0, index).replaceAll(/\s+/g, " ").slice(-40);
    // Before this one are the columns of the query.
    const before = text.replace(/^.*(?=from \(select $)/, "");
    return { piece: `${before}${comparison}`.replaceAll(/\$\d+/g, "$"), index, comparison };
  });
}

function loosenedPiece(statement: string, piece: string): string {
  return comparisonsOf(statement)
    .filter((each) => each.piece === piece)
    .reduceRight((text, { index, comparison }) => {
      const nth = comparisonsOf(text).findIndex((each) => each.index === index && each.comparison === comparison);
      return loosened(text, binding, nth);
    }, statement);
}

/** An invalid mutant proves nothing. */
const notSql = /syntax error|does not exist|could not determine|invalid reference/;

test.runIf(!inject("fromMemory"))("each comparison with the site is needed", { timeout: 300_000 }, async () => {
  /** The requests of the matrix that run a statement. */
  const seen = new Map<string, Set<string>>();
  let asking = "";
  let change = (text: string) => {
    seen.set(text, (seen.get(text) ?? new Set()).add(asking));
    return text;
  };
  const ctx = { now: new Date(), ids: systemIds };
  for (const { site } of tenants) await raiseStockVersion(database.sql, ctx, site.id, []);
  const versions = await database.sql<SiteVersions & { id: string }>`
    select
      sites.id, content_version::float8 as "contentVersion", catalog_version::float8 as "catalogVersion", version::float8 as "stockVersion"
    from sites
    join site_versions on site_versions.site_id = sites.id
    join stock_versions on stock_versions.site_id = sites.id`;
  /** The cache key is in no response, so it is checked here. */
  const ofOwnVersion = (sql: Database) =>
    replaceSql(sql, async (strings, ...values) => {
      const rows = await sql<never>(strings, ...values);
      const { site } = tenants.find(({ mark }) => asking.startsWith(`${mark} `)) ?? {};
      const ownVersions = versions.find(({ id }) => id === site?.id);
      if (!strings.join("").includes("site_versions.site_id = ")) return rows;
      for (const row of rows as Partial<SiteVersions>[])
        if (ownVersions && !sameVersions({ ...ownVersions, ...row }, ownVersions)) throw new Error("another site's version");
      return rows;
    });
  const throughSql = (sql: Database) => changeStatements(ofOwnVersion(sql), (text) => change(text));
  const mutant = await startServer({ database, throughSql, keptBytes: 1 });
  const before = (name: string) => (asking = name);
  expect(await walkTenantMatrix(mutant, tenants, { before })).toEqual([]);
  const reads = [...seen].filter(
    // The key finds the site; and a request without one finds nothing.
    ([text]) => text.search(binding) >= 0 && !/\b(?:from|join) api_keys\b/.test(text) && !/\b(?:and|where) false\b/.test(text),
  );
  expect(reads.length).toBeGreaterThanOrEqual(20);

  const survivors: string[] = [];
  const isUnnoticed = async (names: ReadonlySet<string>): Promise<boolean> => {
    const walk = walkTenantMatrix(mutant, tenants, { before, only: (name) => names.has(name), untilFirst: true });
    return (await walk.catch(() => ["broken"])).length === 0;
  };
  let mutants = 0;
  const pieces = new Map<string, Set<string>>();
  for (const [statement, names] of reads) {
    if (isComposed(statement)) {
      for (const { piece } of comparisonsOf(statement)) pieces.set(piece, new Set([...(pieces.get(piece) ?? []), ...names]));
      continue;
    }
    for (let nth = 0; nth < [...statement.matchAll(binding)].length; nth += 1) {
      change = (text) => (text === statement ? loosened(text, binding, nth) : text);
      if (await isUnnoticed(names)) survivors.push(placeOf(statement, binding, nth));
      mutants += 1;
    }
  }
  for (const [piece, names] of pieces) {
    change = (text) => (isComposed(text) ? loosenedPiece(text, piece) : text);
    if (await isUnnoticed(names)) survivors.push(piece);
    mutants += 1;
  }
  await mutant.stop();
  expect(mutant.logged()).not.toMatch(notSql);
  expect(survivors).toEqual([]);
  expect(mutants).toBeGreaterThan(60);
});

// And in the views that the statements name: there also each condition of visibility. None of these reads names the view
// through which customers see their own orders; money-tenants.test.ts does the same with it.
const guard =
  /(?:\w+\.)?site_id = (?:\w+\.)?site(?:_id)?\b|(?<!')\b(?:\w+\.)?is_public\b|(?:\w+\.)?status = 'ACTIVE'::text|(?:\w+\.)?\w+ IS NOT NULL(?=\)*;)/g;

test.runIf(!inject("fromMemory"))("each condition of a view or function is needed", { timeout: 300_000 }, async () => {
  const copy = await openTestDatabase();
  const other = await startServer({ database: copy });
  const client = new pg.Client(copy.url);
  await client.connect();
  const otherTwins = await addTenants(other);
  const walk = async () => [
    ...(await walkTenantMatrix(other, otherTwins, { untilFirst: true }).catch(() => ["broken"])),
    ...(await searchErrors(copy.sql, otherTwins).catch(() => ["broken"])),
  ];
  expect(await walk()).toEqual([]);

  const { rows } = await client.query<{ name: string; definition: string }>(`
    select relname as name, 'create or replace view ' || quote_ident(relname) || ' as ' || pg_get_viewdef(oid) as definition
    from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace and relname <> 'own_orders'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    union all
    select proname, pg_get_functiondef(oid)
    from pg_proc where prokind = 'f' and pronamespace = 'public'::regnamespace
      -- No read calls one that writes: price-tenants.test.ts has those.
      and provolatile <> 'v'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by name`);
  const counts: Record<string, number> = {};
  const survivors: string[] = [];
  for (const { name, definition } of rows) {
    counts[name] = [...definition.matchAll(guard)].length;
    for (let nth = 0; nth < counts[name]; nth += 1) {
      await client.query(loosened(definition, guard, nth));
      if ((await walk()).length === 0) survivors.push(`${name}: ${placeOf(definition, guard, nth)}`);
    }
    if (counts[name] > 0) await client.query(definition);
  }
  expect(await walk()).toEqual([]);
  await client.end();
  await other.stop();
  await copy.drop();
  expect(other.logged()).not.toMatch(notSql);
  expect(survivors).toEqual([]);
  expect(counts).toMatchObject({
    listed_products: 1,
    public_categories: 1,
    public_products: 4,
    published_documents: 1,
    published_places: 1,
    search_query: 4,
  });
});

/** Its position, for the developer who has to find it. */
function placeOf(text: string, pattern: RegExp, nth: number): string {
  const at = [...text.matchAll(pattern)][nth]?.index ?? 0;
  return `${text.trim().slice(0, 60).replaceAll(/\s+/g, " ")} … ${text.slice(Math.max(0, at - 120), at + 60).replaceAll(/\s+/g, " ")}`;
}

/** The text without its nth binding to a site, whose parameter is still used. */
function loosened(text: string, pattern: RegExp, nth: number): string {
  let index = -1;
  return text.replaceAll(pattern, (match) => {
    index += 1;
    if (index !== nth) return match;
    const [call, argument] = match.split("(");
    if (argument !== undefined) return `${call}((select id from sites where id <> ${argument} order by id limit 1)`;
    return `(${match} or true)`;
  });
}
