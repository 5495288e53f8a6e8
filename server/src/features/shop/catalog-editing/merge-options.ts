import type { BundleProduct } from "../../content/bundle/index.ts";

type Options = NonNullable<BundleProduct["options"]>;

/**
 * Gives the product the options that its variants have now: adds new options and values at the end, in the order of the columns and of the variants,
 * and removes a value that no variant has any more. A translation repeats new names and values untranslated.
 */
export function mergeOptions(before: BundleProduct | null, merged: BundleProduct, columns: readonly string[]): BundleProduct {
  const earlier = before?.options ?? [];
  const used = (members: BundleProduct | null, name: string) =>
    new Set((members?.variants ?? []).flatMap(({ options = {} }) => (Object.hasOwn(options, name) ? (options[name] ?? []) : [])));
  const names = [...new Set([...earlier.map(({ name }) => name), ...columns])];
  const options: Options = names.flatMap((name) => {
    const [wasUsed, isUsed] = [used(before, name), used(merged, name)];
    const earlierValues = earlier.find((option) => option.name === name)?.values ?? [];
    const values = [...earlierValues.filter((value) => isUsed.has(value) || !wasUsed.has(value)), ...isUsed];
    const isGone = isUsed.size === 0 && (wasUsed.size > 0 || earlierValues.length === 0);
    return isGone ? [] : [{ name, values: [...new Set(values)] }];
  });
  if (JSON.stringify(options) === JSON.stringify(earlier)) return { ...merged, ...(before?.options ? { options: before.options } : {}) };
  const { translations } = merged;
  if (!translations) return { ...merged, options };
  const translated = Object.entries(translations).map(([locale, words]) => [
    locale,
    words.options ? { ...words, options: translatedOptions(options, earlier, words.options) } : words,
  ]);
  return { ...merged, options, translations: Object.fromEntries(translated) as typeof translations };
}

function translatedOptions(options: Options, earlier: Options, translated: Options): Options {
  return options.map(({ name, values }) => {
    const place = earlier.findIndex((option) => option.name === name);
    const words = translated[place];
    const earlierValues = earlier[place]?.values ?? [];
    return { name: words?.name ?? name, values: values.map((value) => words?.values[earlierValues.indexOf(value)] ?? value) };
  });
}
