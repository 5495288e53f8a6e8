// Products, as the API answers them, and what is known of their stock.

import { readAddress } from "./address.js";
import { content, read, shop } from "./api.js";
import { contentLocale, language, setContentLocale } from "./language.js";

const key = () => readAddress().key;

/** A read of the catalogue in the language of the shop. */
const readShop = (path, query) => read(`${shop}/${path}`, key(), { ...query, locale: contentLocale });

/** By the id of a variant: the product, and the variant. All that was read since the page was opened. */
const variants = new Map();

export const findVariant = (variantId) => variants.get(variantId);

/** "Knott stool, Oak"; of a product with one variant its title alone. */
export function fullTitle({ product, variant }) {
  return variant.title === product.title ? product.title : `${product.title}, ${variant.title}`;
}

function keep(products) {
  for (const product of products) for (const variant of product.variants) variants.set(variant.id, { product, variant });
  return products;
}

/** Variants of other shops, and those that are gone, are read with the product that they were of. */
export async function readProductsOf(lines) {
  const missing = new Set(lines.filter(({ variantId }) => !variants.has(variantId)).map(({ productId }) => productId));
  const reads = [...missing].map((id) => readShop(`products/${encodeURIComponent(id)}`));
  for (const { status, value } of await Promise.allSettled(reads)) if (status === "fulfilled") keep([value.data]);
}

/** One page of a list: all products, those of a category, or those that a search finds. */
export async function listProducts({ category, q }, page) {
  // The default order of a search is the best first; the shop itself is shown in the order of its making.
  const query = q === undefined ? { category, sort: "createdAt", pageSize: 100 } : { q: q.slice(0, 200), pageSize: 48 };
  const { data, total } = await readShop("products", { ...query, page });
  return { products: keep(data), total };
}

/** A product by its slug, with the stock of now. */
export async function readProduct(slug) {
  const { data } = await readShop(`products/slug/${encodeURIComponent(slug)}`);
  return keep([data])[0];
}

/** What an order was told of the stock: newer than what was read. */
export function noteStock(variantId, available) {
  const { variant } = variants.get(variantId) ?? {};
  if (variant) Object.assign(variant, { stock: available, available: available > 0 });
}

/** By its id: a category, as it was read with all of them. */
const categoriesById = new Map();
export const findCategory = (id) => categoriesById.get(id);

/** All categories, each below the one that it is in and followed by those in it. */
export async function listCategories() {
  const flat = (categories) => categories.flatMap((category) => [category, ...flat(category.children)]);
  const list = () => readShop("categories", { tree: "true", pageSize: 100 });
  // A refusal names the locales that the site has. Its other answers are asked for in one of them.
  const answer = await list().catch((problem) => {
    if (problem.code !== "locale_unsupported") throw problem;
    setContentLocale(language, problem.supportedLocales);
    return list();
  });
  const categories = flat(answer.data);
  for (const category of categories) categoriesById.set(category.id, category);
  return categories;
}

/** A category and those above it, the highest first. */
export function pathOf(categories, id) {
  const category = categories.find((each) => each.id === id);
  return category ? [...pathOf(categories, category.parentId), category] : [];
}

/** The titles of guides of the site, by their slugs, in the language of the shop. A guide that cannot be read is left out. */
export async function readGuideTitles(slugs) {
  const reads = slugs.map((slug) => read(`${content}/content/guide/${encodeURIComponent(slug)}`, key(), { locale: contentLocale }));
  const answers = await Promise.allSettled(reads);
  return new Map(answers.flatMap(({ value }, index) => (value ? [[slugs[index], value.data]] : [])));
}

/** Who designed a product: those entries whose list of designs has it. A list has the entries of one locale. */
export async function readDesignersOf({ id }) {
  const query = { "where[designs][contains]": id, sort: "since", fields: "name", locale: contentLocale };
  return (await read(`${content}/content/designer`, key(), query)).data;
}

/**
 * The words of a search that no product has as they were typed: the API has answered with similar ones, and does not say so. A word
 * that begins as it was typed is the same word.
 */
export function wordsNotFound(q, products) {
  const wordsIn = (text) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = products.flatMap(({ title, description, variants: all }) =>
    wordsIn([title, description ?? "", ...all.map(({ sku }) => sku)].join(" ")),
  );
  const typed = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  return products.length === 0
    ? []
    : typed.filter((word) => {
        const [plain = ""] = wordsIn(word);
        // A plural finds its singular: that is the same word.
        const beginnings = [plain, plain.replace(/e?s$/, "")];
        return !known.some((each) => beginnings.some((start) => start !== "" && each.startsWith(start)));
      });
}
