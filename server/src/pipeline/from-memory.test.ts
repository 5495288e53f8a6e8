import { replaceSql } from "../../../test/kit/database.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Database, Sql } from "../ports/database.ts";
import { DatabaseUnavailable } from "../ports/database.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../test/kit/harness.ts";
import { sampleSite } from "../../../test/kit/sample-site.ts";

let server: TestServer;
let site: TestSite;
let statements: string[] = [];
let away = false;

/** Counts the statements of the server, and can make the database unavailable. */
function watched(sql: Database): Database {
  const watching: Sql = (strings, ...values) => {
    if (away) return Promise.reject(new DatabaseUnavailable("away"));
    statements.push(strings.join("?"));
    return sql(strings, ...values);
  };
  return replaceSql(sql, watching);
}

const fromMemory = inject("fromMemory");
const home = `${cms}/pages/home`;

beforeAll(async () => {
  server = await startServer({ throughSql: watched });
});
afterAll(() => server.stop());
beforeEach(async () => {
  away = false;
  site = await server.addSite(sampleSite());
  statements = [];
});

const read = (path = home, key = site.key, headers: Record<string, string> = {}) => server.ask(path, { key, headers });
const retitle = (title: string) =>
  server.import({
    bundle: 1,
    site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" },
    pages: [{ slug: "home", locale: "en", title }],
  });
const title = async (key = site.key) => ((await read(home, key)).json as { data?: { title: string } }).data?.title;

describe("the ETag of a response", () => {
  test("is strong, the same for the same response, and gives 304", async () => {
    const first = await read();
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect((await read()).headers.get("etag")).toBe(etag);
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "x"`, "*"]) {
      const { status, text, headers } = await read(home, site.key, { "if-none-match": sent });
      expect([sent, status, text]).toEqual([sent, 304, ""]);
      expect(headers.get("etag")).toBe(etag);
      expect(headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
      expect(headers.get("vary")).toBe("origin, x-api-key, x-preview");
      expect(headers.get("content-type")).toBeNull();
    }
    for (const sent of [etag, `"other", ${etag}`, "*"]) expect((await read(home, site.key, { "if-match": sent })).status).toBe(200);
    // By strong comparison, and before If-None-Match (RFC 9110 §13.1.1, §13.2.2).
    for (const sent of ['"other"', `W/${etag}`, etag.slice(0, -1), ""]) {
      const refused = await read(home, site.key, { "if-match": sent, "if-none-match": etag });
      expect([sent, refused.status, refused.json]).toEqual([sent, 412, expect.objectContaining({ code: "precondition_failed" })]);
    }
    expect((await read(home, site.key, { "if-match": etag, "if-none-match": etag })).status).toBe(304);
    for (const sent of ['"other"', etag.slice(0, -1), etag.replaceAll('"', ""), `x${etag}`, ""]) {
      expect((await read(home, site.key, { "if-none-match": sent })).status).toBe(200);
    }
  });

  test("differs between sites, locales and pages of equal text", async () => {
    const otherTenant = await server.addSite(sampleSite());
    const ownEtag = (await read()).headers.get("etag") ?? "";
    expect((await read(home, otherTenant.key, { "if-none-match": ownEtag })).status).toBe(200);
    expect((await read(`${home}?locale=de`, site.key, { "if-none-match": ownEtag })).status).toBe(200);
  });

  test("does not change with a draft", async () => {
    const before = (await read()).headers.get("etag");
    const drafted = { slug: "home", locale: "en", title: "sample home en", draft: { title: "DRAFT" } };
    await server.import({
      bundle: 1,
      site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" },
      pages: [drafted],
    });
    await server.directory.poll();
    expect((await read()).headers.get("etag")).toBe(before);
  });

  test("changes with a publication", async () => {
    const before = (await read()).headers.get("etag") ?? "";
    await retitle("New");
    await server.directory.poll();
    expect((await read(home, site.key, { "if-none-match": before })).status).toBe(200);
  });
});

test("a published read may be cached by its reader only, and no other response at all", async () => {
  expect((await read()).headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
  for (const path of ["/healthz", "/readyz", "/openapi.json", `${cms}/pages/missing`]) {
    expect((await read(path)).headers.get("cache-control")).toBe("no-store");
  }
});

describe.runIf(fromMemory)("a cached response", () => {
  test("needs no statement", async () => {
    await read();
    statements = [];
    for (const path of [home, `${home}?locale=EN`, `${home}?utm_source=x`, `${home}/`, `${home}?locale=xx`]) await read(path);
    expect(statements).toEqual([]);
  });

  test("is kept separately for each list, locale and page", async () => {
    const paths = [
      "/pages",
      "/pages?locale=de",
      "/pages?page=2",
      "/pages?pageSize=2",
      "/content/blog-post",
      "/content/note",
      "/blog/first",
      "/block-types",
    ];
    const first = [];
    for (const path of paths) first.push((await read(cms + path)).text);
    statements = [];
    for (const [index, path] of paths.entries()) expect((await read(cms + path)).text).toBe(first[index]);
    expect(statements).toEqual([]);
    expect(new Set(first).size).toBe(paths.length);
  });

  test("is read once for all concurrent requests", async () => {
    await read(`${cms}/pages/about`);
    statements = [];
    const answers = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(statements.length).toBe(1);
  });

  test("is replaced once a poll has seen the change, or after a second without a poll", async () => {
    expect(await title()).toBe("sample home en");
    await retitle("Second");
    await server.directory.poll();
    expect(await title()).toBe("Second");
    await retitle("Third");
    server.clock.advance(999);
    expect(await title()).toBe("Second");
    server.clock.advance(1);
    expect(await title()).toBe("Third");
  });

  test("is not used while the database cannot confirm it", async () => {
    await read();
    away = true;
    expect((await read()).status).toBe(200);
    server.clock.advance(1_000);
    const { status, json, headers } = await read();
    expect([status, (json as { code: string }).code, headers.get("retry-after")]).toEqual([503, "unavailable", "2"]);
    away = false;
    expect((await read()).status).toBe(200);
  });

  // needs: embedded. A server's transactions do not stop others from committing.
  test.runIf(inject("database") === "embedded")("stays while a transaction occupies the database, and no longer", async () => {
    await read();
    const { sql } = server.deps;
    await sql.begin(async (tx) => {
      await tx`update sites set name = name where id = ${site.id}`;
      server.clock.advance(5_000);
      expect(await title()).toBe("sample home en");
    });
    await retitle("After");
    server.clock.advance(1_000);
    expect(await title()).toBe("After");
  });

  test("stays while polls confirm it", async () => {
    await read();
    statements = [];
    for (let second = 0; second < 10; second += 1) {
      server.clock.advance(900);
      await server.directory.poll();
      await read();
    }
    expect(statements.filter((statement) => statement.includes("published_documents"))).toEqual([]);
  });
});

test("many concurrent requests all get the response", async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => read(index % 2 ? home : `${cms}/blog/first`)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test("a setting that changes how requests are read takes effect with the next version", async () => {
  expect((await read(home)).json).toMatchObject({ data: { locale: "en" } });
  await server.import({
    bundle: 1,
    site: { slug: site.slug, name: "A site", defaultLocale: "de", locales: ["en", "de", "pt-BR"], currency: "eur" },
  });
  await server.directory.poll();
  expect((await read(home)).json).toMatchObject({ data: { locale: "de" } });
});

test("every operation reports that the database is unavailable", async () => {
  away = true;
  for (const path of [home, `${cms}/pages`, `${cms}/content/blog-post`, `${cms}/block-types`, "/readyz"]) {
    expect(await read(path)).toMatchObject({ status: 503, json: { code: "unavailable" } });
  }
  expect((await read("/healthz")).status).toBe(200);
});

test("an origin that is not allowed gets no cached response either", async () => {
  await read();
  expect((await read(home, site.key, { origin: "https://evil.example" })).status).toBe(403);
  expect((await server.ask(home)).status).toBe(401);
});
