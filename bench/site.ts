import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Read } from "./exchange.ts";

interface Block {
  bindings?: unknown;
  children?: Record<string, Block[]>;
}

interface Bundle {
  apiKeys: { key: string }[];
  pages: { slug: string; locale: string; composition: Block[] }[];
  entries: { contentType: string; slug: string; locale: string; status: string }[];
  products: { slug: string; variants: { stock?: number | null }[] }[];
}

/** The site for the reads, and its requests. */
export interface BenchSite {
  /** As `vitrine site import` reads it. */
  bundle: string;
  page: Read;
  list: Read;
  /** A full page of products, some of which show their stock. */
  products: Read;
  /** A product that shows its stock. */
  product: Read;
  /** Pages as long as the home page, without bindings, so that each is read with one statement. */
  plainPages: readonly Read[];
}

const locale = "en";

/** The demo site, with enough blog posts for a full list, and with so many plain pages. */
export function benchSite(plainPageCount: number): BenchSite {
  const demo = parse(readFileSync(new URL("../demo/fjord-and-form.yaml", import.meta.url), "utf8")) as Bundle;
  const home = demo.pages.find((page) => page.slug === "home" && page.locale === locale);
  const posts = demo.entries.filter(
    (entry) => entry.contentType === "blog-post" && entry.locale === locale && entry.status === "PUBLISHED",
  );
  const apiKey = demo.apiKeys[0]?.key;
  const inStock = demo.products.find(({ variants }) => variants.some(({ stock }) => typeof stock === "number"));
  if (!home || posts.length < 10 || demo.products.length < 20 || !inStock || !apiKey)
    throw new Error("The demo site lacks data that the bench needs.");

  const slugs = Array.from({ length: plainPageCount }, (_, index) => `bench/page-${index + 1}`);
  const composition = home.composition.map(withoutBindings);
  const bundle: Bundle = {
    ...demo,
    pages: [...demo.pages, ...slugs.map((slug) => ({ ...home, slug, composition }))],
    entries: [...demo.entries, ...posts.map((post) => ({ ...post, slug: `bench-${post.slug}` }))],
  };
  const at = (prefix: string) => (path: string) => ({ path: `${prefix}${path}`, headers: { "x-api-key": apiKey } });
  const [read, shopRead] = [at("/api/public/v1"), at("/api/v1/shop")];
  return {
    bundle: JSON.stringify(bundle),
    page: read("/pages/home"),
    list: read("/content/blog-post?pageSize=20"),
    products: shopRead("/products?pageSize=20"),
    product: shopRead(`/products/slug/${inStock.slug}`),
    plainPages: slugs.map((slug) => read(`/pages/${slug}`)),
  };
}

function withoutBindings({ bindings: _, children, ...block }: Block): Block {
  if (!children) return block;
  return { ...block, children: Object.fromEntries(Object.entries(children).map(([slot, blocks]) => [slot, blocks.map(withoutBindings)])) };
}
