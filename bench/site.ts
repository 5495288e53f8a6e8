import { readFileSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import type { Read } from "./exchange.ts";
import type { Scratch } from "./scratch.ts";

interface Block {
  bindings?: unknown;
  props?: { picture?: unknown };
  children?: Record<string, Block[]>;
}

interface Bundle {
  apiKeys: { key: string }[];
  pages: { slug: string; locale: string; composition: Block[] }[];
  entries: { contentType: string; slug: string; locale: string; status: string }[];
  products: { slug: string; images?: object[] | undefined; variants: { stock?: number | null }[] }[];
  categories: { image?: object | undefined }[];
  assets: { path: string }[];
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
  /** Pages as long as the home page, without bindings and assets, so that each is read with one statement. */
  plainPages: readonly Read[];
}

const locale = "en";
const demoFolder = new URL("../demo/", import.meta.url);

/** Writes a bundle of the demo's content, and beside it the files that it names. Resolves with its path. */
export async function writeBundle(scratch: Scratch, text: string): Promise<string> {
  const folder = await scratch.folder();
  for (const { path } of (JSON.parse(text) as Bundle).assets) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await copyFile(new URL(path, demoFolder), join(folder, path));
  }
  const bundle = join(folder, "site.json");
  await writeFile(bundle, text);
  return bundle;
}

/** The demo site, with enough blog posts for a full list, and with so many plain pages. */
export function benchSite(plainPageCount: number): BenchSite {
  const demo = parse(readFileSync(new URL("fjord-and-form.yaml", demoFolder), "utf8")) as Bundle;
  withFewFiles(demo);
  const home = demo.pages.find((page) => page.slug === "home" && page.locale === locale);
  const posts = demo.entries.filter(
    (entry) => entry.contentType === "blog-post" && entry.locale === locale && entry.status === "PUBLISHED",
  );
  const apiKey = demo.apiKeys[0]?.key;
  const inStock = demo.products.find(({ variants }) => variants.some(({ stock }) => typeof stock === "number"));
  if (!home || posts.length < 10 || demo.products.length < 20 || !inStock || !apiKey)
    throw new Error("The demo site lacks data that the bench needs.");

  const slugs = Array.from({ length: plainPageCount }, (_, index) => `bench/page-${index + 1}`);
  const composition = home.composition.map(plain);
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

/** Of the files those that the pages show. The pictures of the goods are at addresses of their own: no figure is one of importing files. */
function withFewFiles(demo: Bundle): void {
  const pages = JSON.stringify(demo.pages);
  demo.assets = demo.assets.filter(({ path }) => pages.includes(`{"asset":"${basename(path)}"}`));
  const atAddress = ({ asset }: { asset?: string }) => ({ url: `/pictures/${asset ?? ""}`, alt: asset, width: 1920, height: 1440 });
  for (const product of demo.products) product.images = product.images?.map(atAddress);
  for (const category of demo.categories) category.image = category.image && atAddress(category.image);
}

/** Without what another statement is needed for: bindings, and the picture of an asset. */
function plain({ bindings: _, props: { picture: __, ...props } = {}, children, ...block }: Block): Block {
  if (!children) return { ...block, props };
  return { ...block, props, children: Object.fromEntries(Object.entries(children).map(([slot, blocks]) => [slot, blocks.map(plain)])) };
}
