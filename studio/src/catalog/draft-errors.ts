import type { EditedProduct, Fault } from "@vitrine/client/admin";
import { pointerTokens } from "../draft/json.ts";
import { isSlug } from "../content/slug-of.ts";
import { amountOf, priceError } from "../parts/amount.ts";
import { skuOf, valueOfAttribute, type ProductDraft } from "./product-draft.ts";
import { mostVariants } from "./variant-matrix.ts";

export type DraftError =
  "required" | "slug" | "amount" | "step" | "count" | "duplicate" | "json" | "noValues" | "translatedTitle" | "noVariants" | "tooMany";

/** The errors of a draft, by the key of the field: `title`, `variants/KEY/price`. */
export function draftErrors(draft: ProductDraft, product: EditedProduct | undefined, currency: string): Map<string, DraftError> {
  const errors = new Map<string, DraftError>();
  const { options, variants } = draft.matrix;
  if (draft.title.trim() === "") errors.set("title", "required");
  if (!isSlug(draft.slug.trim())) errors.set("slug", draft.slug.trim() === "" ? "required" : "slug");
  addDuplicates(
    errors,
    draft.attributes.map(({ key, name }) => [`attributes/${key}/name`, name]),
  );
  for (const { key, value, translations } of draft.attributes) {
    if (valueOfAttribute(value) === undefined) errors.set(`attributes/${key}/value`, "json");
    for (const [locale, word] of Object.entries(translations))
      if (word.text.trim() !== "" && valueOfAttribute(word) === undefined) errors.set(`translations/${locale}/attributes/${key}`, "json");
  }
  addDuplicates(
    errors,
    options.map(({ key, name }) => [`options/${key}/name`, name]),
  );
  for (const { key, values } of options) {
    if (values.length === 0) errors.set(`options/${key}/values`, "noValues");
    addDuplicates(
      errors,
      values.map((value) => [`options/${key}/values/${value.key}`, value.text]),
    );
  }
  if (variants.length === 0) errors.set("variants", "noVariants");
  if (variants.length > mostVariants) errors.set("variants", "tooMany");
  addDuplicates(
    errors,
    variants.map((variant) => [`variants/${variant.key}/sku`, skuOf(draft, variant)]),
  );
  const storedPrices = new Map(product?.variants.map(({ id, price }) => [id, price]));
  if (variants.some(({ weight }) => !/^\d{0,8}$/.test(weight.trim()))) errors.set("weight", "count");
  const storedVariants = new Map(product?.variants.map((variant) => [variant.id, variant]));
  for (const { key, id, price, compareAtPrice, currencyPrices, stock } of variants) {
    for (const [each, texts] of Object.entries(currencyPrices)) {
      const isEmpty = texts.price.trim() === "";
      const wrong = isEmpty ? undefined : priceError(texts.price, each, storedVariants.get(id ?? "")?.prices[each]);
      const isMissing = isEmpty && texts.compareAtPrice.trim() !== "";
      if (wrong || isMissing) errors.set(`variants/${key}/prices/${each}`, wrong ?? "required");
      if (amountOf(texts.compareAtPrice, each) === undefined) errors.set(`variants/${key}/compareAtPrices/${each}`, "amount");
    }
    const wrongPrice = amountOf(price, currency) === null ? "required" : priceError(price, currency, storedPrices.get(id ?? ""));
    if (wrongPrice) errors.set(`variants/${key}/price`, wrongPrice);
    if (amountOf(compareAtPrice, currency) === undefined) errors.set(`variants/${key}/compareAtPrice`, "amount");
    if (id === null && !/^\d{0,10}$/.test(stock.trim())) errors.set(`variants/${key}/stock`, "count");
  }
  for (const [locale, { title, slug }] of Object.entries(draft.translations)) {
    if (slug.trim() !== "" && !isSlug(slug.trim())) errors.set(`translations/${locale}/slug`, "slug");
    if (title.trim() === "" && hasWords(draft, locale)) errors.set(`translations/${locale}/title`, "translatedTitle");
  }
  return errors;
}

function addDuplicates(errors: Map<string, DraftError>, fields: readonly (readonly [key: string, text: string])[]): void {
  const counts = new Map<string, number>();
  for (const [, text] of fields) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  for (const [key, text] of fields) {
    if (text.trim() === "") errors.set(key, "required");
    else if ((counts.get(text.trim()) ?? 0) > 1) errors.set(key, "duplicate");
  }
}

/** Whether a locale has words other than its title. */
function hasWords({ translations, matrix: { options, variants }, attributes }: ProductDraft, locale: string): boolean {
  const { slug = "", description = "", seo } = translations[locale] ?? {};
  const words = [...options, ...options.flatMap(({ values }) => values), ...variants].map((each) => each.translations[locale] ?? "");
  const attributeTexts = attributes.map((attribute) => attribute.translations[locale]?.text ?? "");
  return [slug, description, seo?.title ?? "", seo?.description ?? "", ...words, ...attributeTexts].some((text) => text.trim() !== "");
}

/** The key of the field that an error of the server is about, by the places that the draft had when it was sent. */
export function fieldOf({ path }: Pick<Fault, "path">, { matrix, images, attributes }: ProductDraft): string {
  const [section = "", first = "", second = "", third = ""] = pointerTokens(path);
  if (section === "variants" && first !== "")
    return ["variants", matrix.variants[Number(first)]?.key, second, ...(third === "" ? [] : [third])].join("/");
  if (section === "images" && first !== "") return `images/${images[Number(first)]?.key}`;
  if (section === "options" && first !== "") {
    const option = matrix.options[Number(first)];
    const value = option?.values[Number(third)];
    return ["options", option?.key, second, ...(third !== "" && value ? [value.key] : [])].join("/");
  }
  if (section === "attributes" && first !== "") {
    return `attributes/${attributes.find(({ name }) => name.trim() === first)?.key}/value`;
  }
  return pointerTokens(path).join("/");
}
