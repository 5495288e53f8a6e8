import { catalogue, categorySlug, mostExpensive, someWord, vocabulary, type CatalogueSize } from "./catalogue.ts";
import { chance } from "../test/kit/chance.ts";
import { catalogueKey } from "./catalogue-database.ts";
import type { Read } from "./exchange.ts";
import { connections } from "./rounds.ts";
import type { UncachedReads } from "./uncached.ts";

export function shopRead(path: string, parameters: Readonly<Record<string, string | number>> = {}): Read {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)])).toString();
  return { path: `/api/v1/shop${path}${query && `?${query}`}`, headers: { "x-api-key": catalogueKey } };
}

/** The reads of the catalogue with the cache off, as shops make them: no two are the same. */
export function catalogueReads(size: CatalogueSize, readsPerConnection: number): (UncachedReads & { name: string; goal: number })[] {
  const next = chance(99);
  const below = (count: number) => Math.floor(next() * count);
  const many = (read: (index: number) => Read) => Array.from({ length: connections * readsPerConnection }, (_, index) => read(index));
  const active = activeSlugs(size);
  const goal = 0.6;
  return [
    { name: "20 products", goal, answer: "products", reads: many((index) => shopRead("/products", { page: index + 1 })) },
    {
      name: "20 products of a category, within prices, by price",
      goal,
      answer: "products",
      reads: many(() => {
        const minPrice = below(mostExpensive / 4);
        const maxPrice = minPrice + 1_000 + below(mostExpensive / 2);
        return shopRead("/products", { category: someCategory(below, size), minPrice, maxPrice, sort: "price" });
      }),
    },
    {
      name: "20 products by a search",
      goal,
      answer: "products",
      reads: many((index) => shopRead("/products", { q: usualSearch(next, index) })),
    },
    {
      name: "one product",
      goal: 0.75,
      answer: "product",
      reads: many((index) => shopRead(`/products/slug/${active[(index * 389) % active.length] as string}`)),
    },
  ];
}

/** A category of any of the three levels. */
function someCategory(below: (count: number) => number, { roots, below: children }: CatalogueSize): string {
  return categorySlug(...[roots, children, children].slice(0, 1 + below(3)).map((count) => 1 + below(count)));
}

/** One word, two words, the beginning of a word, and a word with an error, in turn. */
function usualSearch(next: () => number, index: number): string {
  // Shoppers do not search for words that are in nearly every text.
  const word = () => vocabulary[20 + Math.floor(next() ** 2 * (vocabulary.length - 20))] as string;
  switch (index % 4) {
    case 0:
      return word();
    case 1:
      return `${word()} ${someWord(next)}`;
    case 2:
      return word().slice(0, 4);
    default:
      return misspelt(longer(word), next);
  }
}

/** A letter wrong, missing, added or swapped with its neighbour. */
export function misspelt(word: string, next: () => number): string {
  const at = 1 + Math.floor(next() * (word.length - 2));
  const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
  const ways = [
    `${before}x${after}`,
    `${before}${after}`,
    `${before}${here}x${after}`,
    `${before}${after.slice(0, 1)}${here}${after.slice(1)}`,
  ];
  return ways[Math.floor(next() * ways.length)] as string;
}

function longer(word: () => string): string {
  for (;;) {
    const candidate = word();
    if (candidate.length > 4) return candidate;
  }
}

function activeSlugs(size: CatalogueSize): string[] {
  const slugs: string[] = [];
  for (const { slug, status } of catalogue(0, size).products) if (status === "ACTIVE") slugs.push(slug);
  return slugs;
}
