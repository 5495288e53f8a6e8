import { afterAll, beforeAll, expect, test } from "vitest";
import { cms, startServer, type TestServer } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("a single read without a fallback finds by the slug of the default locale what is published in the locale under another", async () => {
  const pageOf = (locale: string, slug: string) => ({ page: "about", slug, locale, title: slug });
  const { key, id } = await server.addSite({
    site: { locales: ["en", "de", "fr"] },
    pages: [pageOf("en", "about"), pageOf("de", "ueber-uns")],
  });
  const read = async (query: string) => (await server.ask(`${cms}/pages/${query}&fallback=none`, { key })).json;
  expect(await read("about?locale=de")).toMatchObject({ data: { locale: "de", slug: "ueber-uns" } });
  expect(await read("about?locale=fr")).toMatchObject({ code: "page_not_found" });
  expect(await read("ueber-uns?locale=en")).toMatchObject({ code: "page_not_found" });
  await server.deps.sql`
    insert into former_slugs (site_id, id, document_id, content_type, locale, slug, created_at)
    select ${id}::uuid, ${server.deps.ids.next()}::uuid, id, 'page', 'en', 'old', ${server.clock.now()}::timestamptz
    from documents where site_id = ${id}`;
  expect(await read("old?locale=de")).toMatchObject({ code: "page_not_found", movedTo: { locale: "de", slug: "ueber-uns" } });
  expect(await read("old?locale=fr")).not.toHaveProperty("movedTo");
});
