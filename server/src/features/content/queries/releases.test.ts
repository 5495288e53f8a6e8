import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { newBundle } from "../../../../../test/kit/new-bundle.ts";
import { BundleError } from "../bundle/bundle-error.ts";
import { listId } from "./query-field.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const ask = async ({ key }: TestSite, path: string) => {
  const { status, json } = await server.ask(`${cms}/content/${path}`, { key });
  const { data, code, detail } = json as { data?: { slug: string; data?: object }[]; code?: string; detail?: string };
  return { status, data, code, detail };
};
const number = { type: "integer", "x-queryable": true };
const text = { type: "string", "x-queryable": true };
const type = (slug: string, properties: object) => ({ slug, title: slug, schema: { type: "object", properties } });
const entry = (contentType: string, slug: string, data: object) => ({ contentType, slug, locale: "en", data });

describe("while the values of a new field are being written", () => {
  const bundle = newBundle({
    contentTypes: [
      type("recipe", { minutes: number, author: { $ref: "vitrine:entry", "x-contentType": ["person"], "x-queryable": true } }),
      type("person", { name: text }),
    ],
    entries: [
      entry("person", "ada", { name: "Ada" }),
      entry("recipe", "soup", { minutes: 30, author: { entry: { contentType: "person", slug: "ada" } } }),
    ],
  });
  let site: TestSite;
  /** As a type of many documents is after its schema changed. */
  const begin = async (slug: string) => {
    await server.deps.sql`
      update content_types set next_query_plan = query_plan, query_plan = '{"fields":[],"searchable":{}}'
      where site_id = ${site.id} and slug = ${slug} and next_query_plan is null`;
    await server.deps.sql`
      update published_rows set list_id = ${listId(slug, "en", [])}
      where site_id = ${site.id} and document_id in (select id from documents where site_id = ${site.id} and content_type = ${slug})`;
  };
  beforeAll(async () => {
    site = await server.addSite(bundle);
  });

  test("a query that names it is not ready, wherever it does, and others are answered", async () => {
    await begin("recipe");
    for (const query of ["where[minutes]=30", "sort=minutes", "facets=minutes", "where[author.name]=Ada"]) {
      expect([query, await ask(site, `recipe?${query}`)]).toMatchObject([query, { status: 503, code: "query_not_ready" }]);
    }
    expect(await ask(site, "recipe?sort=slug")).toMatchObject({ status: 200, data: [{ slug: "soup" }] });
    expect(await ask(site, "recipe?where[nothing]=1")).toMatchObject({ status: 400, code: "invalid_query" });
  });

  test("an import that changes nothing else finishes them, and is a change of the site", async () => {
    const versionOf = async () => {
      const [row] = await server.deps.sql<{ version: number }>`
        select content_version::float8 as version from site_versions where site_id = ${site.id}`;
      return row?.version;
    };
    const before = await versionOf();
    await server.import({ ...bundle, site: { ...(bundle.site as object), slug: site.slug } });
    expect(await versionOf()).not.toBe(before);
    await server.directory.poll();
    expect(await ask(site, "recipe?where[minutes]=30&sort=minutes&facets=minutes")).toMatchObject({
      status: 200,
      data: [{ slug: "soup" }],
    });
  });

  test("a field of the target of a reference is not ready either", async () => {
    await begin("person");
    expect(await ask(site, "recipe?where[author.name]=Ada")).toMatchObject({ status: 503, code: "query_not_ready" });
    expect(await ask(site, "recipe?where[author.slug]=ada")).toMatchObject({ status: 200, data: [{ slug: "soup" }] });
  });
});

test("no query is refused, and none answered, by a schema that this process has kept and the site has no more", async () => {
  const bundle = newBundle({
    contentTypes: [type("recipe", { minutes: number })],
    entries: [entry("recipe", "soup", { minutes: 30, level: "easy" })],
  });
  const site = await server.addSite(bundle);
  expect(await ask(site, "recipe?where[minutes]=30")).toMatchObject({ status: 200, data: [{ slug: "soup" }] });
  const changed = [type("recipe", { minutes: { type: "integer" }, level: text })];
  await server.import({ ...bundle, contentTypes: changed, site: { ...(bundle.site as object), slug: site.slug } });
  // Nobody has told the process.
  expect(await ask(site, "recipe?where[level]=easy")).toMatchObject({ status: 200, data: [{ slug: "soup" }] });
  expect(await ask(site, "recipe?where[minutes]=30&pageSize=1")).toMatchObject({ status: 400, code: "invalid_query" });
});

test("a field that is of different kinds in the types of its targets is refused by its name", async () => {
  const site = await server.addSite(
    newBundle({
      contentTypes: [
        type("list", { to: { $ref: "vitrine:entry", "x-contentType": ["one", "other"], "x-queryable": true } }),
        ...[type("one", { name: text }), type("other", { name: number })],
      ],
    }),
  );
  expect(await ask(site, "list?where[to.name]=1")).toMatchObject({
    status: 400,
    detail: "where names a field that is of different kinds in one, other: to.name.",
  });
});

test("a member of the data may have the name of a member of entries", async () => {
  const properties = { status: { type: "string" }, title: { type: "string" } };
  const data = { status: "open", title: "Door" };
  const site = await server.addSite(newBundle({ contentTypes: [type("task", properties)], entries: [entry("task", "door", data)] }));
  expect(await ask(site, "task?fields=status")).toMatchObject({ data: [{ slug: "door", status: "PUBLISHED", data: { status: "open" } }] });
  const { data: brief } = await ask(site, "task?fields=slug");
  expect(brief?.[0]).not.toHaveProperty("data");
});

test("a type of which many could be compared is refused before any is", async () => {
  const many = Array.from({ length: 60 }, (_, index) => type(`type-${index}`, { name: text }));
  const site = await server.addSite(
    newBundle({ contentTypes: [type("list", { to: { $ref: "vitrine:entry", "x-queryable": true } }), ...many] }),
  );
  const values = Array.from({ length: 50 }, (_, index) => index).join();
  expect(await ask(site, `list?where[to.name][in]=${values}`)).toMatchObject({
    status: 400,
    detail: "where compares with fields of too many content types; name fewer values, or conditions on references.",
  });
  expect(await ask(site, "list?where[to.name][in]=a,b")).toMatchObject({ status: 200 });
});

test.each([
  ["a definition that is missing", { a: { $ref: "#/$defs/none", "x-queryable": true } }],
  ["alternatives that are none", { a: { anyOf: "x" }, b: text }],
  ["values that are none", { a: { enum: "x", "x-queryable": true } }],
])("a schema with marks and %s is reported as a mistake", async (_, properties) => {
  await expect(server.addSite(newBundle({ contentTypes: [type("broken", properties)] }))).rejects.toBeInstanceOf(BundleError);
});
