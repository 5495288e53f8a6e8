import type { Bundle, BundleProduct } from "./schema.ts";

/**
 * Writes the options of products, their values and the translations of both in one form: composed characters, and single blanks between
 * words. Texts that look the same are then the same, however a program or a keyboard wrote them.
 */
export function withTidyOptions(bundle: Bundle): Bundle {
  return bundle.products ? { ...bundle, products: bundle.products.map(tidyProduct) } : bundle;
}

type Options = NonNullable<BundleProduct["options"]>;

function tidyProduct(product: BundleProduct): BundleProduct {
  const { options, variants, translations } = product;
  return {
    ...product,
    ...(options ? { options: tidyOptions(options) } : {}),
    variants: variants.map((variant) => (variant.options ? { ...variant, options: tidyChoice(variant.options) } : variant)),
    ...(translations
      ? {
          translations: Object.fromEntries(
            Object.entries(translations).map(([locale, words]) => [
              locale,
              words.options ? { ...words, options: tidyOptions(words.options) } : words,
            ]),
          ),
        }
      : {}),
  };
}

function tidyOptions(options: Options): Options {
  return options.map(({ name, values }) => ({ name: tidy(name), values: values.map(tidy) }));
}

function tidyChoice(chosen: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(chosen).map(([name, value]) => [tidy(name), tidy(value)]));
}

function tidy(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim() || text;
}
