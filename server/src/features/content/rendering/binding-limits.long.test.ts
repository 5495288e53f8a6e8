import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { replaceSql } from "../../../../../test/kit/database.ts";
import { previews } from "../../../../../test/kit/previews.ts";
import { doctor } from "../../server/operating/cli/doctor.ts";
import type { Processor } from "../../../ports/processor.ts";
import type { Sql } from "../../../ports/database.ts";
import { anyTypes, errorsOf, sized } from "../../../../../test/kit/bundle-errors.ts";
import { raiseContent } from "../../../../../test/kit/raise-content.ts";

let server: TestServer;
let statements: string[] = [];
beforeAll(async () => {
  server = await startServer({
    throughSql: (sql) => {
      const watched: Sql = (strings, ...values) => {
        statements.push(strings.join("?"));
        return sql(strings, ...values);
      };
      return replaceSql(sql, watched);
    },
  });
});
afterAll(() => server.stop());

const KiB = 1024;
const entry = (slug: string, path = "") => ({ source: "entry", contentType: "post", slug, path });
const post = (slug: string, data: object, more: object = {}) => ({ contentType: "post", slug, locale: "en", data, ...more });
const bound = (bindings: object[]) => ({
  type: "any",
  props: {},
  bindings: Object.fromEntries(bindings.map((binding, index) => [`/p${index}`, binding])),
});
const page = (slug: string, bindings: object[], more: object = {}) => ({
  slug,
  locale: "en",
  title: slug,
  composition: [bound(bindings)],
  ...more,
});
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

const shellOf = ({ slug }: TestSite) => ({ slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" });

/** Imports more of a site, and lets the server see it. */
async function grow(site: TestSite, bundle: Record<string, unknown>): Promise<void> {
  await server.import({ bundle: 1, site: shellOf(site), ...bundle });
  await server.directory.poll();
}

type Props = Record<string, unknown>;

/** How many props of each page are there, by slug: none of one that is answered as it was written. */
async function filled(site: TestSite, path: string): Promise<Record<string, number>> {
  const { data } = (await server.ask(cms + path, { key: site.key })).json as { data: object };
  const pages = [data].flat() as { slug: string; composition: { props: Props }[] }[];
  return Object.fromEntries(pages.map(({ slug, composition }) => [slug, Object.keys(composition[0]?.props ?? {}).length]));
}

describe("an import", () => {
  test("accepts 200 bindings in all blocks of a page together, and no 201st", async () => {
    const blocks = (count: number) => [bound(times(100, entry("a", "/text"))), bound(times(count - 100, entry("a", "/text")))];
    const bundleWith = (count: number) => ({
      ...anyTypes,
      pages: [page("home", [], { composition: blocks(count), draft: { title: "x", composition: blocks(count) } })],
    });
    expect(await errorsOf(server, bundleWith(200))).toEqual([]);
    expect(await errorsOf(server, bundleWith(201))).toEqual([
      "/pages/0/composition/1/bindings/~1p100 too_many_bindings",
      "/pages/0/draft/composition/1/bindings/~1p100 too_many_bindings",
    ]);
  });

  test.each([["x"], ["ü"], ["🪑"]])("accepts a page of %s that is bound to 4 MiB, and not to one byte more", async (letter) => {
    const bytes = (count: number) => ({
      ...anyTypes,
      entries: [post("a", sized(256 * KiB, letter)), post("b", { n: 7 })],
      pages: [page("home", [...times(16, entry("a")), ...times(count, entry("b", "/n"))])],
    });
    expect([await errorsOf(server, bytes(0)), await errorsOf(server, bytes(1))]).toEqual([[], ["/pages/0 too_large"]]);
  });

  test("measures a draft with the drafts that its preview shows", async () => {
    const bundleWith = (status: object) => ({
      ...anyTypes,
      entries: [post("a", { text: "small" }, { draft: { data: sized(256 * KiB) } })],
      pages: [page("home", times(17, entry("a")), status)],
    });
    expect(await errorsOf(server, bundleWith({}))).toEqual([]);
    expect(await errorsOf(server, bundleWith({ status: "DRAFT" }))).toEqual(["/pages/0 too_large"]);
    expect(await errorsOf(server, bundleWith({ draft: { title: "x", composition: [bound(times(17, entry("a")))] } }))).toEqual([
      "/pages/0/draft too_large",
    ]);
  });

  test("measures a page with entries that the site already has", async () => {
    const site = await server.addSite({ ...anyTypes, entries: [post("a", sized(256 * KiB))] });
    const failing = server.import({ bundle: 1, site: shellOf(site), pages: [page("home", times(17, entry("a")))] });
    await expect(failing).rejects.toThrow(/\/pages\/0 \(line 1, column \d+\) is bound to more than 4 MiB of values/);
  });

  test("accepts a page that names 8 MiB of entries and products, however little it shows of them", async () => {
    const bundleWith = (count: number) => ({
      ...anyTypes,
      entries: Array.from({ length: count }, (_, index) => post(`e-${index}`, sized(256 * KiB))),
      pages: [
        page(
          "home",
          Array.from({ length: count }, (_, index) => entry(`e-${index}`, "/none")),
        ),
      ],
    });
    expect([await errorsOf(server, bundleWith(32)), await errorsOf(server, bundleWith(33))]).toEqual([[], ["/pages/0 too_large"]]);
  });
});

/** A site with pages that come to be bound to the whole entry `a` and to one digit of `b` besides. */
async function siteOf(counts: Record<string, number>, letter = "x") {
  const site = await server.addSite({
    ...anyTypes,
    entries: [post("a", {}), post("b", { n: null })],
    pages: Object.entries(counts).map(([slug, count]) => page(slug, [...times(count, entry("a")), entry("b", "/n")])),
  });
  await grow(site, { entries: [post("a", sized(256 * KiB, letter))] });
  return site;
}

describe("a page that grows later", () => {
  test.each([["x"], ["ü"], ["🪑"]])("of %s shows its bindings up to 4 MiB, and with one byte more none of them", async (letter) => {
    const site = await siteOf({ home: 16 }, letter);
    const { text } = await server.ask(`${cms}/pages/home`, { key: site.key });
    expect(text.split(sized(256 * KiB, letter).text)).toHaveLength(17);
    await grow(site, { entries: [post("b", { n: 7 })] });
    expect(await filled(site, "/pages/home")).toEqual({ home: 0 });
    // Not half of it, and not for ever.
    await grow(site, { entries: [post("b", { n: null })] });
    expect(await filled(site, "/pages/home")).toEqual({ home: 16 });
    await grow(site, { entries: [post("a", {}), post("b", { n: 7 })] });
    expect(await filled(site, "/pages/home")).toEqual({ home: 17 });
  });

  test("counts products as it does entries", async () => {
    const product = (bytes: number) => ({ slug: "chair", title: "Chair", variants: [{ sku: "C", price: 1 }], attributes: sized(bytes) });
    const site = await server.addSite({
      ...anyTypes,
      products: [product(100)],
      pages: [page("home", times(20, { source: "product", slug: "chair", path: "/attributes" }))],
    });
    expect(await filled(site, "/pages/home")).toEqual({ home: 20 });
    await grow(site, { products: [product(300 * KiB)] });
    expect(await filled(site, "/pages/home")).toEqual({ home: 0 });
    await grow(site, { products: [product(200 * KiB)] });
    expect(await filled(site, "/pages/home")).toEqual({ home: 20 });
  });

  test("shares the 4 MiB with the others of a list; each shows all of its bindings or none", async () => {
    const site = await siteOf({ a: 9, b: 9, c: 7, d: 1, e: 0 });
    await grow(site, { entries: [post("b", { n: 7 })] });
    expect(await filled(site, "/pages")).toEqual({ a: 10, b: 0, c: 0, d: 2, e: 1 });
    expect(await filled(site, "/pages?page=2&pageSize=1")).toEqual({ b: 10 });
    expect(await filled(site, "/pages/b")).toEqual({ b: 10 });
  });

  test("shows none in a preview either, where drafts count", async () => {
    const site = await siteOf({ home: 16 });
    const { issue, data } = previews(server, site);
    const { token } = await issue("home");
    const props = async () => Object.keys((await data(token)).composition[0]?.props ?? {}).length;
    expect(await props()).toBe(16);
    await grow(site, { entries: [post("b", { n: null }, { draft: { data: { n: 7 } } })] });
    expect([await props(), await filled(site, "/pages/home")]).toEqual([0, { home: 16 }]);
  });

  test("is in the log once a minute, by its names alone, and in the doctor's findings", async () => {
    const site = await siteOf({ home: 16, other: 1 });
    const { issue, data } = previews(server, site);
    const { token } = await issue("home");
    const lines = () =>
      server
        .logged()
        .split("\n")
        .filter((line) => line.includes(site.slug) && line.includes("bound to too much"))
        .map((line) => JSON.parse(line) as object);
    const findings = async () => {
      const context = { processor: undefined as unknown as Processor, progress: () => undefined };
      const all = await doctor.run({ ...server.deps, ...context, files: () => Promise.resolve(server.deps) }, {});
      return all.filter(({ check }) => check === "bindings");
    };
    const named = async () => (await findings())[0]?.detail.includes(`home (en) of ${site.slug}`);
    expect([lines(), await named()]).toEqual([[], false]);

    await grow(site, { entries: [post("b", { n: 7 })] });
    for (const path of ["/pages/home", "/pages", "/pages?pageSize=5", "/pages/home?locale=en"]) await filled(site, path);
    await data(token);
    expect(lines()).toEqual([expect.objectContaining({ level: 40, site: site.slug, page: "home", locale: "en" })]);
    expect(Object.keys(lines()[0] ?? {}).sort()).toEqual(["level", "locale", "msg", "page", "site", "time"]);
    server.clock.advance(60_000);
    for (const pageSize of [6, 7, 8]) await filled(site, `/pages?pageSize=${pageSize}`);
    expect(lines()).toHaveLength(2);
    expect([(await findings()).map(({ ok }) => ok), await named()]).toEqual([[false], true]);
    expect((await findings())[0]?.detail).not.toContain(`other (en) of ${site.slug}`);
  });
});

test("a list reads its bindings in statements of 200 each, and stops at the limit", async () => {
  const pages = (path: string) =>
    Array.from({ length: 3 }, (_, at) =>
      page(
        `p-${at}`,
        Array.from({ length: 200 }, (_none, index) => entry(`e-${at * 200 + index}`, path)),
      ),
    );
  const entries = (data: object) => Array.from({ length: 600 }, (_, index) => post(`e-${index}`, data));
  const site = await server.addSite({ ...anyTypes, entries: entries({ n: 7 }), pages: pages("/n") });
  const reads = () => statements.filter((statement) => statement.includes("unnest(") && statement.includes("published_places")).length;
  statements = [];
  expect([await filled(site, "/pages"), reads()]).toEqual([{ "p-0": 200, "p-1": 200, "p-2": 200 }, 3]);
  statements = [];
  expect([await filled(site, "/pages/p-1"), reads()]).toEqual([{ "p-1": 200 }, 1]);
  await grow(site, { entries: entries({ n: 7, ...sized(30 * KiB) }) });
  statements = [];
  // The second statement finds that there is too much, so there is no third.
  expect([await filled(site, "/pages"), reads()]).toEqual([{ "p-0": 200, "p-1": 0, "p-2": 0 }, 2]);
});

test("a stored page with more bindings than the limit shows none of them", async () => {
  const site = await server.addSite({ ...anyTypes, entries: [post("a", { text: "x" })], pages: [page("home", [entry("a", "/text")])] });
  const seo = { title: null, description: null, canonicalUrl: null, image: null, noIndex: false, noFollow: false };
  const composition = [{ id: "b", ...bound(times(201, entry("a", "/text"))) }];
  const content = JSON.stringify({ title: "x", seo, composition });
  await server.deps.sql`update versions set content = ${content}::json where site_id = ${site.id} and has_bindings`;
  await raiseContent(server.deps.sql, site.id);
  await server.directory.poll();
  const { json } = await server.ask(`${cms}/pages?pageSize=3`, { key: site.key });
  expect((json as { data: { composition: object[] }[] }).data[0]?.composition).toEqual([{ id: "b", type: "any", props: {} }]);
});
