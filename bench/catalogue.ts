import { storedPicture, type CategoryInput, type PlanInput, type ProductInput } from "../server/src/features/shop/catalog/index.ts";
import { chance } from "../test/kit/chance.ts";

/** The size of a site's catalogue. */
export interface CatalogueSize {
  products: number;
  /** Of the first level; each has `below` of the second, each of which has `below` of the third. */
  roots: number;
  below: number;
}

/** A generated catalogue: the same one each time, so that two runs measure the same. */
export interface Catalogue {
  categories: CategoryInput[];
  products: Generator<ProductInput>;
  plans: PlanInput[];
}

const wordCount = 15_000;
const syllables = "ba ne ki to lu sa ren mi fol da ger pi vo na sti hal ru co be lam ti su for we da kan o mer gi plo".split(" ");

/** All words of all catalogues, the most frequent first, which are also the shortest. */
export const vocabulary: readonly string[] = makeVocabulary();

/** A word as often as it would be in a text: the nth of the vocabulary about 1/n times as often as the first (Zipf). */
export function someWord(next: () => number): string {
  return vocabulary[Math.floor(wordCount ** next()) - 1] as string;
}

export const categorySlug = (...path: readonly number[]) => `category-${path.join("-")}`;
export const productSlug = (index: number) => `product-${index + 1}`;
export const mostExpensive = 200_000;

export function catalogue(seed: number, size: CatalogueSize): Catalogue {
  const categories = [...categoriesOf(seed, size)];
  return { categories, products: productsOf(seed, size, categories), plans: plansOf(5) };
}

function* categoriesOf(seed: number, { roots, below }: CatalogueSize): Generator<CategoryInput> {
  const next = chance(seed);
  const level = function* (above: readonly number[], count: number): Generator<CategoryInput> {
    for (let place = 1; place <= count; place += 1) {
      const path = [...above, place];
      // One of the deepest in twenty is hidden, with its products still to be found outside it.
      const status = path.length === 3 && next() < 0.05 ? "HIDDEN" : "ACTIVE";
      const slug = categorySlug(...path);
      const image = storedPicture({ url: `https://images.example/${slug}.jpg`, alt: slug, width: 800, height: 600 });
      const parent = above.length === 0 ? null : categorySlug(...above);
      const texts = { title: text(next, 2), description: text(next, 8), seo: null, translations: {} };
      yield { slug, ...texts, image, parent, position: place, status };
      if (path.length < 3) yield* level(path, below);
    }
  };
  yield* level([], roots);
}

function* productsOf(seed: number, { products }: CatalogueSize, categories: readonly CategoryInput[]): Generator<ProductInput> {
  const next = chance(seed + 1);
  const oneOf = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T;
  for (let index = 0; index < products; index += 1) {
    const slug = productSlug(index);
    const price = 100 + Math.floor((mostExpensive - 100) * next() ** 3);
    const isTracked = next() < 0.3;
    const colours = ["Oak", "Ash", "Birch", "Walnut"].slice(0, 1 + Math.floor(next() * 4));
    yield {
      slug,
      title: text(next, 3),
      description: text(next, 22),
      seo: null,
      translations: {},
      status: next() < 0.94 ? "ACTIVE" : oneOf(["DRAFT", "ARCHIVED"]),
      category: next() < 0.02 ? null : oneOf(categories).slug,
      currency: "eur",
      taxClass: "standard",
      giftCard: false,
      images: ["front", "side"].map((view) => storedPicture({ url: `/pictures/${slug}-${view}.jpg`, alt: view, width: 1200, height: 900 })),
      options: [{ name: "Wood", values: colours }],
      attributes: { weightKg: Math.round(next() * 400) / 10, finish: "oil" },
      variants: colours.map((wood, place) => ({
        sku: `SKU-${index + 1}-${wood.toUpperCase()}`,
        title: wood,
        price: price + place * 500,
        compareAtPrice: next() < 0.2 ? price * 2 : null,
        prices: {},
        compareAtPrices: {},
        options: { Wood: wood },
        weightGrams: null,
        requiresShipping: true,
        stock: isTracked ? Math.floor(next() * 50) : null,
      })),
    };
  }
}

function plansOf(count: number): PlanInput[] {
  return Array.from({ length: count }, (_, index) => ({
    slug: `plan-${index + 1}`,
    name: `Plan ${index + 1}`,
    description: null,
    seo: null,
    translations: {},
    price: 500 * (index + 1),
    currency: "eur",
    interval: "month",
    intervalCount: 1,
    trialDays: 14,
    features: ["one", "two"],
    status: index === 0 ? "INACTIVE" : "ACTIVE",
  }));
}

function text(next: () => number, words: number): string {
  return Array.from({ length: words }, () => someWord(next)).join(" ");
}

function makeVocabulary(): string[] {
  const next = chance(1);
  const words = new Set<string>();
  while (words.size < wordCount) {
    const length = 1 + Math.floor(Math.log10(1 + words.size)) * (0.5 + next());
    words.add(Array.from({ length: Math.max(1, Math.round(length)) }, () => syllables[Math.floor(next() * syllables.length)]).join(""));
  }
  return [...words];
}
