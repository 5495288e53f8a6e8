import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "../../../../../test/kit/admins.ts";
import { editor, entryDraft } from "../../../../../test/kit/documents.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { newBundle } from "../../../../../test/kit/new-bundle.ts";
import { previews } from "../../../../../test/kit/previews.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const text = { type: "string" };
const note = (slug: string, body: string, more: object = {}) => ({
  contentType: "note",
  slug,
  locale: "en",
  data: { title: slug, body },
  ...more,
});
const linked =
  "[a](page:about#team) [n](entry:note/other) [p](blog) [b](entry:blog-post/hello) [s](product:pan) [c](category:pans) `page:about`";
const shownText =
  "[a](/pages/about#team) [n](/note/other) [p](blog) [b](/blog/hello) [s](/products/pan) [c](/categories/pans) `page:about`";

/** A site whose texts link to each other and to its shop. */
function linking(more: Record<string, unknown> = {}): Record<string, unknown> {
  const schema = { type: "object", properties: { title: text, body: text, plain: text } };
  const uiSchema = { body: { widget: "markdown" } };
  return newBundle({
    site: { locales: ["en", "de"] },
    blockTypes: [
      {
        type: "faq",
        title: "Questions",
        schema: { type: "object", properties: { items: { type: "array", items: { type: "object", properties: { answer: text } } } } },
        uiSchema: { items: { items: { answer: { widget: "markdown" } } } },
      },
    ],
    contentTypes: [
      { slug: "note", title: "Note", schema, uiSchema },
      { slug: "blog-post", title: "Post", schema, uiSchema },
    ],
    categories: [{ slug: "pans", title: "Pans" }],
    products: [{ slug: "pan", title: "Pan", category: "pans", variants: [{ sku: "PAN", price: 2_000 }] }],
    pages: [
      {
        slug: "about",
        locale: "en",
        title: "About",
        composition: [{ id: "f", type: "faq", props: { items: [{ answer: "-" }, { answer: "[n](entry:note/first)" }] } }],
      },
      { page: "about", slug: "ueber", locale: "de", title: "Über" },
    ],
    entries: [
      note("first", linked),
      { ...note("first", "[a](page:about)"), locale: "de" },
      note("other", "-", { data: { title: "other", body: "-", plain: "[a](page:about)" } }),
      { ...note("hello", "-"), contentType: "blog-post" },
    ],
    ...more,
  });
}

const save = async (site: TestSite, sections: object) => {
  const { bundle, site: siteSection } = linking();
  const report = await server.import({ bundle, site: { ...(siteSection as object), slug: site.slug }, ...sections });
  await server.directory.poll();
  return report;
};
const bodyOf = async ({ key }: TestSite, path: string) => {
  const { json } = await server.ask(`${cms}/${path}`, { key });
  return (json as { data: { data: { body: string; plain?: string } } }).data.data;
};

describe("a link in Markdown", () => {
  let site: TestSite;
  beforeEach(async () => {
    site = await server.addSite(linking());
  });

  test("is answered as the address of its target, in every locale, in lists, and in the blocks of pages", async () => {
    expect((await bodyOf(site, "content/note/first")).body).toBe(shownText);
    expect((await bodyOf(site, "content/note/first?locale=de")).body).toBe("[a](/pages/ueber)");
    const { json } = await server.ask(`${cms}/content/note`, { key: site.key });
    expect((json as { data: { slug: string; data: object }[] }).data.find(({ slug }) => slug === "first")?.data).toMatchObject({
      body: shownText,
    });
    const page = await server.ask(`${cms}/pages/about`, { key: site.key });
    expect((page.json as { data: { composition: { props: object }[] } }).data.composition[0]?.props).toEqual({
      items: [{ answer: "-" }, { answer: "[n](/note/first)" }],
    });
    // Only what the type calls Markdown is.
    expect((await bodyOf(site, "content/note/other")).plain).toBe("[a](page:about)");
  });

  test("follows its target at once: hidden, published, renamed", async () => {
    expect((await bodyOf(site, "content/note/first?locale=de")).body).toBe("[a](/pages/ueber)");
    await save(site, { pages: [{ page: "about", slug: "wir", locale: "de", title: "Wir" }] });
    expect((await bodyOf(site, "content/note/first?locale=de")).body).toBe("[a](/pages/wir)");
    await save(site, {
      pages: ["en", "de"].map((locale) => ({ page: "about", slug: "us", locale, status: "DRAFT", title: "Us" })),
      products: [{ slug: "pan", title: "Pan", status: "DRAFT", variants: [{ sku: "PAN", price: 2_000 }] }],
    });
    expect((await bodyOf(site, "content/note/first?locale=de")).body).toBe("[a](#)");
    expect((await bodyOf(site, "content/note/first")).body).toContain("[a](#) [n](/note/other) [p](blog) [b](/blog/hello) [s](#)");
    await save(site, { pages: [{ page: "about", slug: "us", locale: "en", title: "Us" }] });
    expect((await bodyOf(site, "content/note/first?locale=de")).body).toBe("[a](/pages/us)");
  });

  test("keeps to its site, even with the id of another's object", async () => {
    const other = await server.addSite(linking());
    const [page] = await server.deps.sql<{ id: string }>`select id from documents where site_id = ${other.id} and name = 'about'`;
    await save(site, { entries: [note("first", `[a](page:${page?.id})`)] });
    expect((await bodyOf(site, "content/note/first")).body).toBe("[a](#)");
  });

  test("in a preview leads to drafts", async () => {
    const faq = (answer: string) => [{ id: "f", type: "faq", props: { items: [{ answer }] } }];
    const draft = { title: "Then", composition: faq("[n](entry:note/hidden)") };
    const drafted = { slug: "drafted", locale: "en", title: "Now", composition: faq("[a](page:about)"), draft };
    await save(site, { pages: [drafted], entries: [note("hidden", "-", { status: "DRAFT" })] });
    const { issue, data } = previews(server, site);
    expect((await data((await issue("drafted")).token)).composition[0]?.props).toEqual({ items: [{ answer: "[n](/note/hidden)" }] });
  });

  test("of a draft may name its target by a slug, and a publication refuses one that leads nowhere, and too many", async () => {
    const { create, publish, save: saveDraft, inLocale } = editor(server, site, await addMember(server, site, "OWNER", { name: "Ada" }));
    const draftOf = (body: string) => ({ ...entryDraft("drafted"), title: "drafted", data: { title: "drafted", body } });
    const { id } = await create("entries", { contentType: "note", ...draftOf("[a](page:ueber) [s](product:none)") });
    const refused = await publish("entries", id);
    expect([refused.status, refused.json]).toMatchObject([
      400,
      {
        code: "validation_failed",
        errors: [{ path: "/data/body", code: "link", message: "links to a product that does not exist: product:none" }],
      },
    ]);
    const again = async (body: string) => {
      const { revision } = await inLocale("entries", id);
      expect((await saveDraft("entries", id, draftOf(body), revision)).status).toBe(200);
      return publish("entries", id);
    };
    expect((await again("[a](page:about) ".repeat(201))).json).toMatchObject({
      errors: [
        { path: "/data/body", code: "too_many_references", message: "has one link too many: a document may have 200 references and links" },
      ],
    });
    expect((await again("[e](entry:hello)")).json).toMatchObject({
      errors: [{ path: "/data/body", message: "has a link to entry:hello: write entry:, the content type, a slash, and the slug" }],
    });
    expect((await again("[a](page:ueber) [a](page:ueber)")).status).toBe(200);
    await server.directory.poll();
    expect((await bodyOf(site, "content/note/drafted")).body).toBe("[a](/pages/about) [a](/pages/about)");
    // A page that somebody takes away is in use.
    const [page] = await server.deps.sql<{ id: string }>`select id from documents where site_id = ${site.id} and name = 'about'`;
    const { unpublish } = editor(server, site, await addMember(server, site, "OWNER", { name: "Bob" }));
    void unpublish;
    const places = await server.deps.sql<{ path: string }>`
      select path from content_references where site_id = ${site.id} and target_id = ${page?.id ?? ""} and path like '/body#%'`;
    expect(places.length).toBeGreaterThan(0);
  });
});
