import { readFileSync } from "node:fs";
import { parse } from "yaml";

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

export interface BenchSite {
  slug: string;
  apiKey: string;
  /** As `vitrine site import` reads it. */
  bundle: string;
  /** Slugs of pages as large as the home page, without bindings, so that each is read with one statement. */
  plainPages: readonly string[];
}

/** The demo site, with enough blog posts for a full list, and with plain pages for as many connections. */
export function benchSite(plainPageCount: number): BenchSite {
  const demo = parse(readFileSync(new URL("../server/demo/fjord-and-form.yaml", import.meta.url), "utf8")) as Bundle;
  const home = demo.pages.find(({ slug, locale }) => slug === "home" && locale === "en");
  const posts = demo.entries.filter((entry) => entry.contentType === "blog-post" && entry.locale === "en" && entry.status === "PUBLISHED");
  const apiKey = demo.apiKeys[0]?.key;
  if (!home || posts.length === 0 || !apiKey) throw new Error("The demo site is not as the bench needs it.");

  const plainPages = Array.from({ length: plainPageCount }, (_, index) => `bench/page-${index + 1}`);
  const plainComposition = home.composition.map(withoutBindings);
  const bundle: Bundle = {
    ...demo,
    pages: [...demo.pages, ...plainPages.map((slug) => ({ ...home, slug, composition: plainComposition }))],
    entries: [...demo.entries, ...posts.map((post) => ({ ...post, slug: `bench-${post.slug}` }))],
  };
  return { slug: demo.site.slug, apiKey, bundle: JSON.stringify(bundle), plainPages };
}

function withoutBindings({ bindings: _, children, ...block }: Block): Block {
  if (!children) return block;
  return { ...block, children: Object.fromEntries(Object.entries(children).map(([slot, blocks]) => [slot, blocks.map(withoutBindings)])) };
}
