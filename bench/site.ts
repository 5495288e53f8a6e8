import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Read } from "./exchange.ts";

interface Block {
  bindings?: unknown;
  children?: Record<string, Block[]>;
}

interface Bundle {
  site: { slug: string };
  apiKeys: { key: string }[];
  pages: { slug: string; locale: string; composition: Block[] }[];
  entries: { contentType: string; slug: string; locale: string; status: string }[];
}

/** The site that is read, and how. */
export interface BenchSite {
  slug: string;
  /** As `vitrine site import` reads it. */
  bundle: string;
  page: Read;
  list: Read;
  /** Pages as long as the home page, without bindings, so that each is read with one statement. */
  plainPages: readonly { slug: string; locale: string; read: Read }[];
}

const locale = "en";

/** The demo site, with enough blog posts for a full list, and with so many plain pages. */
export function benchSite(plainPageCount: number): BenchSite {
  const demo = parse(readFileSync(new URL("../server/demo/fjord-and-form.yaml", import.meta.url), "utf8")) as Bundle;
  const home = demo.pages.find((page) => page.slug === "home" && page.locale === locale);
  const posts = demo.entries.filter(
    (entry) => entry.contentType === "blog-post" && entry.locale === locale && entry.status === "PUBLISHED",
  );
  const apiKey = demo.apiKeys[0]?.key;
  if (!home || posts.length < 10 || !apiKey) throw new Error("The demo site is not as the bench needs it.");

  const slugs = Array.from({ length: plainPageCount }, (_, index) => `bench/page-${index + 1}`);
  const composition = home.composition.map(withoutBindings);
  const bundle: Bundle = {
    ...demo,
    pages: [...demo.pages, ...slugs.map((slug) => ({ ...home, slug, composition }))],
    entries: [...demo.entries, ...posts.map((post) => ({ ...post, slug: `bench-${post.slug}` }))],
  };
  const read = (path: string): Read => ({ path: `/api/public/v1${path}`, headers: { "x-api-key": apiKey } });
  return {
    slug: demo.site.slug,
    bundle: JSON.stringify(bundle),
    page: read("/pages/home"),
    list: read("/content/blog-post?pageSize=20"),
    plainPages: slugs.map((slug) => ({ slug, locale, read: read(`/pages/${slug}`) })),
  };
}

function withoutBindings({ bindings: _, children, ...block }: Block): Block {
  if (!children) return block;
  return { ...block, children: Object.fromEntries(Object.entries(children).map(([slot, blocks]) => [slot, blocks.map(withoutBindings)])) };
}
