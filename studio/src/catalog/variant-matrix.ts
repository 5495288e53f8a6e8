import { slugOf } from "../content/slug-of.ts";

/** By locale. */
export type Words = Readonly<Record<string, string>>;

interface OptionValue {
  key: string;
  text: string;
  translations: Words;
}

export interface Option {
  key: string;
  name: string;
  translations: Words;
  values: readonly OptionValue[];
}

/** Both empty: the variant is not sold in the currency. */
export type PriceTexts = Pick<VariantDraft, "price" | "compareAtPrice">;

export interface VariantDraft {
  key: string;
  /** Null: it is not stored yet. */
  id: string | null;
  /** Empty: the server makes it of the values. */
  title: string;
  translations: Words;
  sku: string;
  price: string;
  compareAtPrice: string;
  /** By further currency of the site. */
  currencyPrices: Readonly<Record<string, PriceTexts>>;
  /** In grams. Empty: nobody has weighed it. */
  weight: string;
  isSent: boolean;
  /** The first stock of a new variant. */
  stock: string;
  /** The key of a value for each option's key, so that renaming changes nothing here. */
  choice: Readonly<Record<string, string>>;
}

export interface Matrix {
  options: readonly Option[];
  variants: readonly VariantDraft[];
}

export type Cell = "title" | "sku" | "price" | "compareAtPrice" | "stock";

export const mostVariants = 1_000;

let keyCount = 0;

/** A key of something that is not stored yet. */
export const newKey = (kind: string) => `new-${kind}-${(keyCount += 1)}`;

/** The values of a variant, in the order of the options: `S, Red`. */
export function nameOfVariant(options: readonly Option[], { choice }: Pick<VariantDraft, "choice">): string {
  return textsOf(options, choice).join(", ");
}

const textsOf = (options: readonly Option[], choice: VariantDraft["choice"]) =>
  options.flatMap(({ key, values }) => values.find((value) => value.key === choice[key])?.text.trim() ?? []);

/** An SKU made of the product's slug and the values of the variant: `TEE-S-RED`. */
export function suggestedSku(slug: string, options: readonly Option[], { choice }: Pick<VariantDraft, "choice">): string {
  const parts = [slug, ...textsOf(options, choice)].map((text) => slugOf(text));
  return parts
    .filter((part) => part !== "")
    .join("-")
    .toUpperCase()
    .slice(0, 100);
}

export function withOption(matrix: Matrix): Matrix {
  return { ...matrix, options: [...matrix.options, { key: newKey("option"), name: "", translations: {}, values: [] }] };
}

/**
 * Adds values to an option, and a variant for each combination of a new value with the others. The first value of an option goes to the variants that exist.
 * Combinations that somebody has removed stay away. `stored` are variants that come back with their ID if somebody adds their values again. Undefined: there
 * would be too many variants.
 */
export function withValues(matrix: Matrix, optionKey: string, texts: readonly string[], stored?: Matrix): Matrix | undefined {
  return texts.reduce<Matrix | undefined>((current, text) => current && withValue(current, optionKey, text.trim(), stored), matrix);
}

function withValue(matrix: Matrix, optionKey: string, text: string, stored: Matrix | undefined): Matrix | undefined {
  const option = matrix.options.find(({ key }) => key === optionKey);
  if (!option || text === "" || option.values.some((value) => value.text.trim() === text)) return matrix;
  const value = { key: newKey("value"), text, translations: translationsOf(stored, optionKey, text) };
  const options = matrix.options.map((each) => (each === option ? { ...each, values: [...each.values, value] } : each));
  const isFirst = option.values.length === 0;
  const others = matrix.options.filter(({ key }) => key !== optionKey);
  const variants = isFirst
    ? matrix.variants.map((variant) => ({ ...variant, choice: { ...variant.choice, [optionKey]: value.key } }))
    : [
        ...matrix.variants,
        ...uniqueBy(matrix.variants, ({ choice }) => combination(others, choice)).map((like) => ({
          ...blankLike(like),
          choice: { ...like.choice, [optionKey]: value.key },
        })),
      ];
  if (variants.length > mostVariants) return undefined;
  return withStored(sorted({ options, variants }), stored);
}

/** Without the value and the variants that have it. The last value of an option leaves the variants as they are. */
export function withoutValue({ options, variants }: Matrix, optionKey: string, valueKey: string): Matrix {
  const remaining = options.map((option) =>
    option.key === optionKey ? { ...option, values: option.values.filter(({ key }) => key !== valueKey) } : option,
  );
  const isLast = remaining.some(({ key, values }) => key === optionKey && values.length === 0);
  if (isLast) return { options: remaining, variants: variants.map((variant) => withoutChoice(variant, optionKey)) };
  return { options: remaining, variants: variants.filter(({ choice }) => choice[optionKey] !== valueKey) };
}

/** Without the option. Of variants that differ only in it, the first one stays. */
export function withoutOption({ options, variants }: Matrix, optionKey: string): Matrix {
  const remaining = options.filter(({ key }) => key !== optionKey);
  return {
    options: remaining,
    variants: uniqueBy(
      variants.map((variant) => withoutChoice(variant, optionKey)),
      ({ choice }) => combination(remaining, choice),
    ),
  };
}

export function withOptionText(matrix: Matrix, optionKey: string, change: { name: string } | { valueKey: string; text: string }): Matrix {
  const options = matrix.options.map((option) => {
    if (option.key !== optionKey) return option;
    if ("name" in change) return { ...option, name: change.name };
    return { ...option, values: option.values.map((value) => (value.key === change.valueKey ? { ...value, text: change.text } : value)) };
  });
  return { ...matrix, options };
}

/** The combinations of values that no variant has. */
export function missingChoices({ options, variants }: Matrix): VariantDraft["choice"][] {
  const active = options.filter(({ values }) => values.length > 0);
  // Too many to be made anyway.
  if (active.reduce((count, { values }) => count * values.length, 1) > mostVariants) return [];
  const present = new Set(variants.map(({ choice }) => combination(active, choice)));
  const all = active.reduce<VariantDraft["choice"][]>(
    (choices, { key, values }) => choices.flatMap((choice) => values.map((value) => ({ ...choice, [key]: value.key }))),
    [{}],
  );
  return all.filter((choice) => !present.has(combination(active, choice)));
}

export function withMissing(matrix: Matrix, stored?: Matrix): Matrix {
  const [like] = matrix.variants;
  const blank = like ? blankLike(like) : undefined;
  const added = missingChoices(matrix).map((choice) => ({ ...(blank ?? emptyVariant()), key: newKey("variant"), choice }));
  return withStored(sorted({ ...matrix, variants: [...matrix.variants, ...added] }), stored);
}

export function withoutVariants(matrix: Matrix, keys: ReadonlySet<string>): Matrix {
  return { ...matrix, variants: matrix.variants.filter(({ key }) => !keys.has(key)) };
}

/** How all variants are sent. */
export function withDelivery(matrix: Matrix, delivery: Partial<Pick<VariantDraft, "weight" | "isSent">>): Matrix {
  return { ...matrix, variants: matrix.variants.map((variant) => ({ ...variant, ...delivery })) };
}

/** With a text in a column of some variants. */
export function withCells(matrix: Matrix, keys: ReadonlySet<string>, cell: Cell, text: string): Matrix {
  return { ...matrix, variants: matrix.variants.map((variant) => (keys.has(variant.key) ? { ...variant, [cell]: text } : variant)) };
}

/** With a price of a variant in a further currency. */
export function withCurrencyPrice(matrix: Matrix, key: string, currency: string, texts: PriceTexts): Matrix {
  const variants = matrix.variants.map((variant) =>
    variant.key === key ? { ...variant, currencyPrices: { ...variant.currencyPrices, [currency]: texts } } : variant,
  );
  return { ...matrix, variants };
}

/** With the cells of a spreadsheet from a row and a column on, as far as there are rows and columns. */
export function withPasted(matrix: Matrix, from: { key: string; cell: Cell }, columns: readonly Cell[], text: string): Matrix {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const first = matrix.variants.findIndex(({ key }) => key === from.key);
  const variants = matrix.variants.map((variant, index) => {
    const cells = lines[index - first]?.split("\t") ?? [];
    const named = columns.slice(columns.indexOf(from.cell)).flatMap((cell, place) => {
      const value = cells[place];
      return value === undefined || (cell === "stock" && variant.id !== null) ? [] : [[cell, value.trim()]];
    });
    return first < 0 || index < first ? variant : { ...variant, ...(Object.fromEntries(named) as Partial<Record<Cell, string>>) };
  });
  return { ...matrix, variants };
}

/** The stored variants that a draft no longer has. */
export function removedVariants(stored: Matrix, draft: Matrix): VariantDraft[] {
  const ids = new Set(draft.variants.map(({ id }) => id));
  return stored.variants.filter(({ id }) => id !== null && !ids.has(id));
}

/** New variants with the values of stored ones that are gone become these again. */
function withStored(matrix: Matrix, stored: Matrix | undefined): Matrix {
  if (!stored) return matrix;
  const gone = new Map(removedVariants(stored, matrix).map((variant) => [textKey(stored.options, variant.choice), variant]));
  if (gone.size === 0) return matrix;
  const variants = matrix.variants.map((variant) => {
    const earlier = variant.id === null ? gone.get(textKey(matrix.options, variant.choice)) : undefined;
    return earlier ? { ...earlier, choice: variant.choice } : variant;
  });
  return { ...matrix, variants };
}

const textKey = (options: readonly Option[], choice: VariantDraft["choice"]) =>
  JSON.stringify(options.map(({ key, name, values }) => [name.trim(), values.find((value) => value.key === choice[key])?.text.trim()]));

const translationsOf = (stored: Matrix | undefined, optionKey: string, text: string): Words =>
  stored?.options.find(({ key }) => key === optionKey)?.values.find((value) => value.text === text)?.translations ?? {};

const combination = (options: readonly Option[], choice: VariantDraft["choice"]) => JSON.stringify(options.map(({ key }) => choice[key]));

export function emptyVariant(): VariantDraft {
  const texts = { title: "", sku: "", price: "", compareAtPrice: "", stock: "" };
  return { ...texts, currencyPrices: {}, weight: "", isSent: true, key: newKey("variant"), id: null, translations: {}, choice: {} };
}

/** A new variant costs and weighs what a similar one does; everything else is its own. */
const blankLike = ({ price, compareAtPrice, currencyPrices, weight, isSent, stock, id }: VariantDraft): VariantDraft => ({
  ...emptyVariant(),
  price,
  compareAtPrice,
  currencyPrices,
  weight,
  isSent,
  stock: id === null ? stock : "",
});

function withoutChoice(variant: VariantDraft, optionKey: string): VariantDraft {
  const { [optionKey]: _, ...choice } = variant.choice;
  return { ...variant, choice };
}

function uniqueBy(variants: readonly VariantDraft[], keyOf: (variant: VariantDraft) => string): VariantDraft[] {
  const first = new Map<string, VariantDraft>();
  for (const variant of variants) if (!first.has(keyOf(variant))) first.set(keyOf(variant), variant);
  return [...first.values()];
}

/** In the order of the options and their values. */
function sorted({ options, variants }: Matrix): Matrix {
  const places = new Map(options.flatMap(({ values }) => values.map(({ key }, place) => [key, place] as const)));
  const placesOf = ({ choice }: VariantDraft) => options.map(({ key }) => places.get(choice[key] ?? "") ?? -1);
  const compare = (a: VariantDraft, b: VariantDraft) => {
    const [first, second] = [placesOf(a), placesOf(b)];
    const index = first.findIndex((place, at) => place !== second[at]);
    return index < 0 ? 0 : (first[index] ?? 0) - (second[index] ?? 0);
  };
  return { options, variants: variants.toSorted(compare) };
}
