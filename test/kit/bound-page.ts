import { cms, type TestServer } from "./harness.ts";
import { sampleCatalog } from "./sample-catalog.ts";

export const anything = { type: "object" };
export const entry = (path: string, more: object = {}) => ({ source: "entry", contentType: "post", slug: "hello", path, ...more });

export const product = (path: string, slug = "fjell-chair") => ({ source: "product", slug, path });
export const category = (path: string, slug = "seating") => ({ source: "category", slug, path });

/** A site whose home page has one block with the bindings, and the entries that they may lead to. */
export async function boundSite(
  server: TestServer,
  bindings: Record<string, object>,
  props: Record<string, unknown>,
  more: Record<string, unknown> = {},
) {
  const site = await server.addSite({
    site: { name: "Bound & Co", locales: ["en", "de", "pt-BR"], storefrontUrl: "https://shop.example" },
    blockTypes: [{ type: "any", title: "Any", schema: anything }],
    contentTypes: [
      { slug: "post", title: "Post", schema: anything },
      { slug: "other", title: "Other", schema: anything },
    ],
    pages: ["en", "de", "pt-BR"].map((locale) => ({
      slug: "home",
      locale,
      title: "Home",
      composition: [{ id: "b", type: "any", props, bindings }],
    })),
    entries: [
      {
        contentType: "post",
        slug: "hello",
        locale: "en",
        data: { title: "Hello", "a/b": { "c~d": "odd" }, list: [{ name: "one" }], n: 0, no: false, nil: null, empty: "" },
        draft: { data: { title: "DRAFT" } },
      },
      { contentType: "post", slug: "hello", locale: "de", data: { title: "Hallo" } },
      { contentType: "post", slug: "secret", locale: "en", status: "DRAFT", data: { title: "DRAFT" } },
      { contentType: "other", slug: "hello", locale: "en", data: { title: "Another type" } },
    ],
    ...sampleCatalog(),
    ...more,
  });
  return async (locale = "en") => {
    const { json } = await server.ask(`${cms}/pages/home?locale=${locale}`, { key: site.key });
    return (json as { data: { composition: Record<string, unknown>[] } }).data.composition[0] ?? {};
  };
}
