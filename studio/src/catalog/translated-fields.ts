import { shopTexts } from "../app/shop-texts.ts";
import { texts as sharedTexts } from "../app/texts.ts";
import type { AttributeValue, LocaleTexts, ProductDraft } from "./product-draft.ts";
import type { ProductForm } from "./product-form.ts";
import { nameOfVariant, type Matrix, type Words } from "./variant-matrix.ts";

export interface TranslatedField {
  /** As in the keys of errors. */
  key: string;
  label: string;
  original: string;
  value: string;
  isLong: boolean;
  change(text: string): void;
}

/** Every text of a product that a locale may have words of its own for. */
export function translatedFields(
  { draft, translated, set, setMatrix }: Pick<ProductForm, "draft" | "translated" | "set" | "setMatrix">,
  locale: string,
): TranslatedField[] {
  const { product: words } = shopTexts;
  const texts = draft.translations[locale];
  if (!texts) return [];
  const setTexts = (change: Partial<LocaleTexts>, key: string) =>
    set("translations", { ...draft.translations, [locale]: { ...texts, ...change } }, `translations/${locale}/${key}`);
  const plain = (key: "title" | "slug" | "description", isLong = false): TranslatedField => ({
    key,
    label: words[key],
    original: draft[key],
    value: texts[key],
    isLong,
    change: (text) => setTexts({ [key]: text }, key),
  });
  const seo = (key: "title" | "description", label: string, isLong: boolean): TranslatedField => ({
    key: `seo/${key}`,
    label,
    original: draft.seo[key],
    value: texts.seo[key],
    isLong,
    change: (text) => setTexts({ seo: { ...texts.seo, [key]: text } }, `seo/${key}`),
  });
  return [
    plain("title"),
    plain("slug"),
    ...(draft.description.trim() === "" && texts.description === "" ? [] : [plain("description", true)]),
    ...optionFields(draft, locale, setMatrix),
    ...attributeFields(draft, locale, translated, set),
    ...variantFields(draft, locale, setMatrix),
    ...[seo("title", sharedTexts.editor.seoTitle, false), seo("description", sharedTexts.editor.seoDescription, true)].filter(
      ({ original, value }) => original.trim() !== "" || value !== "",
    ),
  ];
}

function optionFields({ matrix }: ProductDraft, locale: string, setMatrix: ProductForm["setMatrix"]): TranslatedField[] {
  const { product: words } = shopTexts;
  const changeOption = (optionKey: string, change: (option: Matrix["options"][number]) => Matrix["options"][number]) =>
    setMatrix((now) => ({ ...now, options: now.options.map((option) => (option.key === optionKey ? change(option) : option)) }));
  return matrix.options.flatMap((option) => [
    {
      key: `options/${option.key}`,
      label: words.optionName,
      original: option.name,
      value: option.translations[locale] ?? "",
      isLong: false,
      change: (text) => changeOption(option.key, (each) => ({ ...each, translations: withWord(each.translations, locale, text) })),
    },
    ...option.values.map((value) => ({
      key: `options/${option.key}/values/${value.key}`,
      label: option.name || words.optionName,
      original: value.text,
      value: value.translations[locale] ?? "",
      isLong: false,
      change: (text: string) =>
        changeOption(option.key, (each) => ({
          ...each,
          values: each.values.map((other) =>
            other.key === value.key ? { ...other, translations: withWord(other.translations, locale, text) } : other,
          ),
        })),
    })),
  ]);
}

function attributeFields(
  { attributes }: ProductDraft,
  locale: string,
  translated: readonly string[],
  set: ProductForm["set"],
): TranslatedField[] {
  return attributes
    .filter(({ name }) => translated.includes(name.trim()))
    .map((attribute) => {
      const { key, name, value, translations } = attribute;
      const change = (text: string) => {
        const next: AttributeValue = { isJson: value.isJson, ...translations[locale], text };
        const { [locale]: _, ...others } = translations;
        set(
          "attributes",
          attributes.map((each) =>
            each === attribute ? { ...each, translations: text === "" ? others : { ...others, [locale]: next } } : each,
          ),
          `translations/${locale}/attributes/${key}`,
        );
      };
      return {
        key: `attributes/${key}`,
        label: name,
        original: value.text,
        value: translations[locale]?.text ?? "",
        isLong: false,
        change,
      };
    });
}

/** Titles that follow the values have no words of their own. */
function variantFields(
  { matrix: { options, variants } }: ProductDraft,
  locale: string,
  setMatrix: ProductForm["setMatrix"],
): TranslatedField[] {
  const { product: words } = shopTexts;
  return variants
    .filter(({ title, translations }) => title.trim() !== "" || (translations[locale] ?? "") !== "")
    .map((variant) => ({
      key: `variants/${variant.sku}/title`,
      label: words.cellOf(words.name, nameOfVariant(options, variant) || variant.sku),
      original: variant.title.trim() || nameOfVariant(options, variant),
      value: variant.translations[locale] ?? "",
      isLong: false,
      change: (text: string) =>
        setMatrix((now) => ({
          ...now,
          variants: now.variants.map((each) =>
            each.key === variant.key ? { ...each, translations: withWord(each.translations, locale, text) } : each,
          ),
        })),
    }));
}

function withWord(words: Words, locale: string, text: string): Words {
  const { [locale]: _, ...others } = words;
  return text === "" ? others : { ...others, [locale]: text };
}
