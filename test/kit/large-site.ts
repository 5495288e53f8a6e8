import { adminBase } from "../../server/src/lib/http/operation.ts";
import type { TestServer } from "./harness.ts";
import { addMember } from "./admins.ts";
import type { Sendable } from "./proof.ts";

/** A request to a large site, and its credential. */
export interface LargeRequest {
  name: string;
  send(): Sendable;
  headers: Readonly<Record<string, string>>;
}

const documents = 50;
/** A page may have 256 KiB and a thousand blocks. */
const blocks = 900;
const textBytes = 180;

/** A site whose documents and products are about as large as they may be, and requests whose work grows with them. */
export async function addLargeSite(server: TestServer): Promise<LargeRequest[]> {
  const words = (seed: number, bytes: number) => {
    let text = "";
    for (let index = 0; text.length < bytes; index += 1) text += `word${(seed * 31 + index * 7) % 5_000} `;
    return text.slice(0, bytes).trim();
  };
  const composition = (seed: number) =>
    Array.from({ length: blocks }, (_, index) => ({ id: `b${index}`, type: "text", props: { text: words(seed + index, textBytes) } }));
  const schema = { type: "object", properties: { text: { type: "string" } }, additionalProperties: false };
  const pages = Array.from({ length: documents }, (_, index) => ({
    slug: index === 0 ? "large" : `large-${index}`,
    locale: "en",
    title: `Large ${index}`,
    composition: composition(index),
    draft: { title: `Draft ${index}`, composition: composition(index + 1) },
  }));
  const entries = Array.from({ length: documents }, (_, index) => ({
    contentType: "note",
    slug: `note-${index}`,
    locale: "en",
    data: { text: `# Note\n\n${"- *a* [b](https://example.com) `c`\n".repeat(5_000)}`.slice(0, 200_000) },
  }));
  const products = Array.from({ length: documents }, (_, index) => ({
    slug: `thing-${index}`,
    title: `Thing ${index}`,
    description: words(index, 9_000),
    options: [{ name: "Size", values: Array.from({ length: 100 }, (_, size) => `Size ${size}`) }],
    variants: Array.from({ length: 100 }, (_, size) => ({
      sku: `T-${index}-${size}`,
      price: 1_000 + size,
      options: { Size: `Size ${size}` },
    })),
  }));
  const model = {
    blockTypes: [{ type: "text", title: "Text", schema }],
    contentTypes: [{ slug: "note", title: "Note", schema }],
  };
  const site = await server.addSite({ ...model, pages, entries, products });
  const owner = await addMember(server, site, "OWNER");
  const { sql } = server.deps;
  const rows = await sql<{ id: string; slug: string; revision: number }>`
    select document_id as id, slug, revision::float8 as revision from translations where site_id = ${site.id} and slug like 'large-%'`;
  // Each write of a page takes another one.
  let used = 0;
  const nextPage = () => {
    const page = rows[used % rows.length];
    used += 1;
    if (!page) throw new Error("The import left no pages.");
    return { path: `/pages/${page.id}`, revision: page.revision };
  };
  const ofSite = `${adminBase}/sites/${site.slug}`;
  const buildRead = (path: string): LargeRequest => ({
    name: `GET ${path}`,
    send: () => ({ method: "GET", path, headers: {}, body: undefined }),
    headers: { "x-api-key": site.key },
  });
  const admin = (method: string, path: string, bodyFor?: (page: { revision: number }) => unknown): LargeRequest => ({
    name: `${method} ${path}`,
    send: () => {
      const page = nextPage();
      return {
        method,
        path: ofSite + path.replace("{page}", page.path),
        headers: bodyFor ? { "content-type": "application/json", "if-match": `"${page.revision}"` } : {},
        body: bodyFor && JSON.stringify(bodyFor(page)),
      };
    },
    headers: owner.headers,
  });
  const draft = { slug: "saved", title: "Saved", composition: composition(7), seo: {} };
  const members = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  // About 8 MiB, as much as the operation takes.
  const imported = { bundle: 1, site: members, ...model, pages: pages.slice(0, 15), products };
  return [
    buildRead("/api/public/v1/pages/large"),
    buildRead("/api/public/v1/pages?pageSize=100"),
    buildRead("/api/public/v1/content/note?pageSize=100"),
    buildRead("/api/public/v1/content/note/note-1"),
    buildRead("/api/public/v1/search?q=word17"),
    buildRead("/api/v1/shop/products?pageSize=100"),
    buildRead("/api/v1/shop/products/slug/thing-1"),
    admin("GET", "/pages?pageSize=100"),
    admin("GET", "{page}"),
    admin("GET", "{page}/en/versions"),
    admin("GET", "{page}/en/versions/1"),
    admin("GET", "/search?q=word17"),
    admin("GET", `/references?to=${rows[0]?.id}&pageSize=100`),
    admin("GET", "/bundle"),
    admin("PUT", "{page}/en/draft", () => draft),
    admin("POST", "{page}/en/publish", ({ revision }) => ({ revision })),
    admin("POST", "{page}/en/versions/1/restore", ({ revision }) => ({ revision })),
    admin("POST", "{page}/duplicate", () => ({})),
    admin("POST", "/pages/resolve", () => ({ locale: "en", title: "Saved", composition: draft.composition })),
    admin("POST", "/bundle?dryRun=true", () => imported),
  ];
}
