import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Image {
  asset: string;
}

interface Asset {
  path: string;
  folder: string;
  alt: Record<string, string>;
}

interface Category {
  slug: string;
  description: string;
  image: Image;
  parent?: string;
  status: "ACTIVE" | "HIDDEN";
}

interface Variant {
  sku: string;
  title: string;
  price: number;
  compareAtPrice?: number;
  options?: Record<string, string>;
  stock?: number;
}

interface Product {
  slug: string;
  description: string;
  status: "DRAFT" | "ACTIVE" | "ARCHIVED";
  category: string;
  images: Image[];
  options?: { name: string; values: string[] }[];
  variants: Variant[];
}

interface Bundle {
  assets: Asset[];
  categories: Category[];
  products: Product[];
  plans: { slug: string; price: number; status: "ACTIVE" | "INACTIVE" }[];
}

const illustrations = new URL("illustrations/", import.meta.url);
const illustrationNames = readdirSync(illustrations).map((file) => file.replace(/\.svg$/, ""));
const text = readFileSync(new URL("fjord-and-form.yaml", import.meta.url), "utf8");
const { assets, categories, products, plans } = parse(text) as Bundle;
const images = [...categories.map(({ image }) => image), ...products.flatMap((product) => product.images)];
const nameOf = (path: string) => /^(?:pictures\/)?([a-z0-9-]+)\.webp$/.exec(path)?.[1] ?? "";
const used = new Set(images.map(({ asset }) => nameOf(asset)));

describe("illustrations", () => {
  test("every image of the catalogue has a drawing, and every drawing is used", () => {
    expect([...used].sort()).toEqual([...illustrationNames].sort());
  });

  test("each is a picture of the media library that says what it shows, in each language", () => {
    expect(assets.map(({ path }) => nameOf(path)).sort()).toEqual([...illustrationNames].sort());
    for (const locale of ["en", "de", "pt-BR"]) {
      const words = assets.map(({ alt }) => alt[locale] ?? "");
      expect(words.filter((alt) => alt.length < 25 || alt.length > 140)).toEqual([]);
      expect(new Set(words).size).toBe(assets.length);
    }
  });

  test("each is rendered, as wide as a large screen, and known as cleaning would know it", () => {
    const folder = new URL("pictures/", import.meta.url);
    const pictures = JSON.parse(readFileSync(new URL("pictures.json", folder), "utf8")) as Record<string, Record<string, unknown>>;
    expect(Object.keys(pictures).sort()).toEqual([...illustrationNames].sort());
    for (const [name, { sha256, bytes, width, height, contentType }] of Object.entries(pictures)) {
      const file = readFileSync(new URL(`${name}.webp`, folder));
      expect([name, sha256, bytes]).toEqual([name, createHash("sha256").update(file).digest("hex"), file.length]);
      expect([width, height, contentType]).toEqual([1920, 1440, "image/webp"]);
      expect(file.length, name).toBeLessThan(100_000);
    }
  });

  test.each(illustrationNames)("%s stands alone, and is small", (name) => {
    const svg = readFileSync(new URL(`${name}.svg`, illustrations), "utf8");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1200 900" [^>]*role="img">\n<title>[^<]+<\/title>/);
    expect(svg).not.toMatch(/style|script|href|url\(|\bon[a-z]+=|\bid=|<!|<\?|NaN|undefined|Infinity/);
    expect(Buffer.byteLength(svg)).toBeLessThan(12_000);
    expect(unclosed(svg)).toEqual([]);
  });
});

describe("the catalogue", () => {
  test("has twelve public categories on three levels, and a hidden one", () => {
    const bySlug = new Map(categories.map((category) => [category.slug, category]));
    const level = ({ parent }: Category): number => {
      if (!parent) return 1;
      const above = bySlug.get(parent);
      if (!above) throw new Error(`No category ${parent}.`);
      return level(above) + 1;
    };
    const open = categories.filter(({ status }) => status === "ACTIVE");
    expect(bySlug.size).toBe(13);
    expect(open).toHaveLength(12);
    expect(Math.max(...open.map(level))).toBe(3);
    expect([...bySlug.keys()]).toEqual(expect.arrayContaining(["chairs", "tables"]));
  });

  test("has sixty products to buy, a draft and one from the archive", () => {
    const count = (wanted: Product["status"]) => products.filter(({ status }) => status === wanted).length;
    expect([count("ACTIVE"), count("DRAFT"), count("ARCHIVED")]).toEqual([60, 1, 1]);
    expect(new Set(products.map(({ slug }) => slug)).size).toBe(62);
    const open = new Set(categories.filter(({ status }) => status === "ACTIVE").map(({ slug }) => slug));
    expect(products.filter(({ status, category }) => status === "ACTIVE" && !open.has(category))).toEqual([]);
  });

  test("gives every variant a number and a choice of its own", () => {
    const skus = products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
    expect(new Set(skus).size).toBe(skus.length);
    expect(skus.filter((sku) => !/^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(sku))).toEqual([]);
    for (const { slug, options = [], variants } of products) {
      expect(variants.length, slug).toBeGreaterThan(0);
      expect(new Set(variants.map((variant) => JSON.stringify(variant.options))).size, slug).toBe(variants.length);
      for (const variant of variants) {
        expect(Object.keys(variant.options ?? {}), variant.sku).toEqual(options.map(({ name }) => name));
        for (const { name, values } of options) expect(values, variant.sku).toContain(variant.options?.[name]);
      }
    }
  });

  test("has prices in whole cents, and a former price only where it was higher", () => {
    const variants = products.flatMap((product) => product.variants);
    for (const { sku, price, compareAtPrice } of variants) {
      expect(Number.isSafeInteger(price) && price >= 600 && price <= 300_000, sku).toBe(true);
      if (compareAtPrice !== undefined) expect(compareAtPrice, sku).toBeGreaterThan(price);
    }
    expect(variants.some(({ stock }) => stock === undefined)).toBe(true);
    expect(variants.some(({ stock }) => stock === 0)).toBe(true);
  });

  test("has products with none, one, two and three options", () => {
    expect([...new Set(products.map(({ options = [] }) => options.length))].sort()).toEqual([0, 1, 2, 3]);
    expect(Math.max(...products.map(({ variants }) => variants.length))).toBeGreaterThanOrEqual(12);
  });

  test("says in one to four sentences what a thing is", () => {
    for (const { slug, description } of [...products, ...categories]) {
      const sentences = description.match(/[.?!](?= |$)/g)?.length ?? 0;
      expect(sentences >= 1 && sentences <= 4, slug).toBe(true);
    }
  });

  test("agrees with the pages and the journal", () => {
    const price = (sku: string) => products.flatMap(({ variants }) => variants).find((variant) => variant.sku === sku)?.price;
    expect(price("HOLM-OAK-180")).toBe(148_000);
    expect(text).toContain("weightKg: 4.62");
    const slugs = new Set(products.map(({ slug }) => slug));
    for (const [, slug = ""] of text.matchAll(/source: product, slug: ([a-z0-9-]+)/g)) expect(slugs).toContain(slug);
    const categorySlugs = new Set(categories.map(({ slug }) => slug));
    for (const [, slug = ""] of text.matchAll(/\/categories\/([a-z0-9-]+)/g)) expect(categorySlugs).toContain(slug);
  });

  test("has three plans to subscribe to, and one that is no longer offered", () => {
    const count = (wanted: "ACTIVE" | "INACTIVE") => plans.filter(({ status }) => status === wanted).length;
    expect([count("ACTIVE"), count("INACTIVE")]).toEqual([3, 1]);
  });
});

/** Tags that are opened and not closed, or closed and not opened. */
function unclosed(svg: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = "", empty] of svg.matchAll(
    /<(\/?)([a-z]+)(?: [a-z-]+="[^"<&]*"| xmlns="[^"]*"| viewBox="[^"]*")*(\/?)>/g,
  )) {
    if (empty) continue;
    if (!closing) open.push(name);
    else if (open.pop() !== name) return [name];
  }
  const tags = svg.match(/<(?=[/a-z])/g)?.length ?? 0;
  const read = svg.match(/<\/?[a-z]+(?: [a-zA-Z-]+="[^"<&]*")*\/?>/g)?.length ?? 0;
  return tags === read ? open : ["a tag that is not well formed"];
}
