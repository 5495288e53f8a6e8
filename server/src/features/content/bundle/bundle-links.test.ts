import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { newBundle } from "../../../../../test/kit/new-bundle.ts";
import { exportBundle } from "./export-bundle.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

interface Exported {
  pages: { slug: string; aliases?: string[]; invalid?: boolean }[];
  entries: { slug: string; data: { body: string }; draft?: { data: { body: string } }; aliases?: string[]; invalid?: boolean }[];
}

const schema = { type: "object", properties: { title: { type: "string" }, body: { type: "string" } } };
const contentTypes = [{ slug: "note", title: "Note", schema, uiSchema: { body: { widget: "markdown" } } }];
const note = (slug: string, body: string, more: object = {}) => ({
  contentType: "note",
  slug,
  locale: "en",
  data: { title: slug, body },
  ...more,
});
const exported = async (slug: string) =>
  JSON.parse((await exportBundle(server.deps, slug, { format: "json", withSecrets: false })) ?? "") as Exported;

describe("links in the Markdown of a bundle", () => {
  const body =
    "[a](page:about#team) ![x](<asset:no file.jpg>) [n](entry:note/two) [s](product:pan) [c](category:pans)\n\n```\n[a](page:about)\n```\n";
  const bundle = newBundle({
    contentTypes,
    categories: [{ slug: "pans", title: "Pans" }],
    products: [{ slug: "pan", title: "Pan", category: "pans", variants: [{ sku: "PAN", price: 2_000 }] }],
    pages: [{ page: "about", slug: "us", locale: "en", title: "About", composition: [] }],
    entries: [note("one", body, { draft: { data: { title: "one", body: "[n](entry:note/two)" } } }), note("two", "[n](entry:note/one)")],
  });

  test("are stored by id, written back by name, and import again without a change", async () => {
    const site = await server.addSite(bundle);
    const [translationRow] = await server.deps.sql<{ draft: string }>`
      select draft::text as draft from translations where site_id = ${site.id} and slug = 'one'`;
    expect(translationRow?.draft).toMatch(/\(entry:[0-9a-f-]{36}\)/);
    const first = await exported(site.slug);
    const [one, two] = first.entries;
    expect([one?.data.body, one?.draft?.data.body, two?.data.body, one?.invalid]).toEqual([
      ...[body, "[n](entry:note/two)", "[n](entry:note/one)", undefined],
    ]);
    const report = await server.import(first);
    expect([report.sections.entries, report.sections.pages]).toMatchObject([
      { created: 0, updated: 0, unchanged: 2 },
      { created: 0, updated: 0, unchanged: 1 },
    ]);
    expect(await exported(site.slug)).toEqual(first);
  });

  test("keep their targets when these are renamed", async () => {
    const site = await server.addSite(bundle);
    await server.deps.sql`update products set slug = 'wok' where site_id = ${site.id}`;
    expect((await exported(site.slug)).entries[0]?.data.body).toContain("[s](product:wok)");
  });

  test("that lead nowhere are warnings, at their texts", async () => {
    const report = await server.import(
      newBundle({ contentTypes, entries: [note("one", "[a](page:none) [a](page:none) [e](entry:none)\n\n`page:none`")] }),
    );
    expect(report.warnings.map(({ path, message }) => [path, message])).toEqual([
      ["/entries/0/data/body", "links to a page that does not exist: page:none"],
      ["/entries/0/data/body", "has a link to entry:none: write entry:, the content type, a slash, and the slug"],
    ]);
  });

  test("are at most 200", async () => {
    const links = (count: number) => newBundle({ contentTypes, entries: [note("one", "[n](entry:note/one) ".repeat(count))] });
    await server.import(links(200));
    await expect(server.import(links(100_000 / 10))).rejects.toThrow("has one link too many: a document may have 200 references and links");
  });
});

describe("aliases of pages and entries", () => {
  const bundle = (more: object = {}) =>
    newBundle({
      contentTypes,
      pages: [{ slug: "about", aliases: ["about-us", "old/team"], locale: "en", title: "About", composition: [], ...more }],
      entries: [note("one", "-", { aliases: ["uno"] })],
    });

  test("lead to them, also where nothing else changed, and are exported", async () => {
    const site = await server.addSite(bundle({ aliases: [] }));
    const moved = async (path: string) => {
      await server.directory.poll();
      const { status, json } = await server.ask(`${cms}/${path}`, { key: site.key });
      return [status, (json as { movedTo?: { slug: string } }).movedTo?.slug];
    };
    expect(await moved("pages/about-us")).toEqual([404, undefined]);
    expect(await moved("content/note/uno")).toEqual([404, "one"]);
    const first = await exported(site.slug);
    first.pages = first.pages.map((page) => ({ ...page, aliases: ["about-us", "old/team"] }));
    expect((await server.import(first)).sections.pages).toMatchObject({ updated: 1, unchanged: 0 });
    expect(await moved("pages/about-us")).toEqual([404, "about"]);
    const second = await exported(site.slug);
    expect([second.pages[0]?.aliases, second.entries[0]?.aliases]).toEqual([["about-us", "old/team"], ["uno"]]);
    expect((await server.import(second)).sections.pages).toMatchObject({ updated: 0, unchanged: 1 });
  });

  test.each([
    [{ aliases: ["about"] }, "/pages/0/aliases/0"],
    [{ aliases: ["a", "a"] }, "/pages/0/aliases/1"],
    [{ aliases: ["A b"] }, "/pages/0/aliases/0"],
  ])("%j are refused", async (more, path) => {
    await expect(server.import(bundle(more))).rejects.toMatchObject({ errors: [expect.objectContaining({ path })] });
  });
});
