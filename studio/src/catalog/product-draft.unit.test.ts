import type { EditedProduct } from "@vitrine/client/admin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTexts } from "../app/texts.ts";
import { draftErrors, fieldOf } from "./draft-errors.ts";
import { bodyOf, draftOf, newDraft, type ProductDraft } from "./product-draft.ts";
import { countOf, differenceOf } from "./stock-count.ts";
import { withCells, withOptionText, withValues, withCurrencyPrice } from "./variant-matrix.ts";

const site = { locales: ["en", "de", "pt-BR"], defaultLocale: "en" };
const seo = { title: "Chair", description: null, canonicalUrl: null, image: "/x.png", noIndex: false, noFollow: true };

const product: EditedProduct = {
  id: "p",
  slug: "chair",
  title: "Chair",
  status: "ACTIVE",
  categoryId: "c",
  currency: "eur",
  price: 39_000,
  compareAtPrice: null,
  revision: 4,
  createdAt: "2026-11-20T09:30:00.000Z",
  updatedAt: "2026-11-20T09:30:00.000Z",
  taxClass: "reduced",
  giftCard: false,
  description: "Oak.\n\nAnd ash.",
  seo,
  images: [
    { asset: "a", alt: null, width: 1, height: 2 },
    { url: "/old.png", alt: "Old", width: 10, height: null },
  ],
  options: [
    { name: "Wood", values: ["Oak", "Ash"] },
    { name: "Seat", values: ["Cord"] },
  ],
  attributes: { since: 2014, finish: "oil", size: { width: 47 } },
  variants: [
    {
      id: "v1",
      sku: "OAK",
      title: "Oak, Cord",
      price: 39_000,
      compareAtPrice: 45_050,
      options: { Wood: "Oak", Seat: "Cord" },
      weightGrams: 5_200,
      prices: { usd: 42_000, kwd: 12_340 },
      compareAtPrices: { usd: 48_000 },
      requiresShipping: false,
      stock: 3,
    },
    {
      id: "v2",
      sku: "ASH",
      title: "The ash one",
      price: 38_000,
      compareAtPrice: null,
      options: { Wood: "Ash", Seat: "Cord" },
      weightGrams: null,
      prices: {},
      compareAtPrices: {},
      requiresShipping: true,
      stock: null,
    },
  ],
  translations: {
    de: {
      title: "Stuhl",
      slug: "stuhl",
      options: [
        { name: "Holz", values: ["Eiche", "Esche"] },
        { name: "Sitz", values: ["Kordel"] },
      ],
      attributes: { finish: "Öl", size: { width: 47 } },
      variants: { ASH: { title: "Der aus Esche" } },
    },
  },
};
const translated = ["finish", "size"];
const bodyFrom = (draft: ProductDraft) => bodyOf(draft, "eur", translated);

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  await loadTexts(["en"]);
});
afterAll(() => loadTexts(["en"]));

describe("the draft of a stored product", () => {
  it("is the same each time, and has no errors", () => {
    expect(draftOf(product, site)).toEqual(draftOf(structuredClone(product), site));
    expect([...draftErrors(draftOf(product, site), product, "eur")]).toEqual([]);
  });

  it("becomes the product again, without stocks and without titles that follow the values", () => {
    const { slug, title, status, currency, categoryId, description, options, attributes, translations } = product;
    expect(bodyFrom(draftOf(product, site))).toEqual({
      slug,
      title,
      status,
      currency,
      categoryId,
      taxClass: "reduced",
      giftCard: false,
      description,
      seo,
      options,
      attributes,
      translations,
      images: [
        { asset: "a", alt: null },
        { url: "/old.png", alt: "Old", width: 10, height: null },
      ],
      variants: [
        {
          id: "v1",
          sku: "OAK",
          title: null,
          price: 39_000,
          compareAtPrice: 45_050,
          options: { Wood: "Oak", Seat: "Cord" },
          weightGrams: 5_200,
          prices: { usd: 42_000, kwd: 12_340 },
          compareAtPrices: { usd: 48_000 },
          requiresShipping: false,
        },
        {
          id: "v2",
          sku: "ASH",
          title: "The ash one",
          price: 38_000,
          compareAtPrice: null,
          options: { Wood: "Ash", Seat: "Cord" },
          weightGrams: null,
          prices: {},
          compareAtPrices: {},
          requiresShipping: true,
        },
      ],
    });
  });

  it("keeps translations beside what they translate when options and SKUs change", () => {
    const draft = draftOf(product, site);
    const wider = withValues(draft.matrix, "option-0", ["Cherry"])!;
    const matrix = withCells(
      withOptionText(wider, "option-0", { valueKey: "value-0-0", text: "Oak wood" }),
      new Set(["v2"]),
      "sku",
      "ASH-2",
    );
    const body = bodyFrom({ ...draft, matrix });
    expect(body.translations?.de?.options).toEqual([
      { name: "Holz", values: ["Eiche", "Esche", "Cherry"] },
      { name: "Sitz", values: ["Kordel"] },
    ]);
    expect(body.translations?.de?.variants).toEqual({ "ASH-2": { title: "Der aus Esche" } });
    expect(body.variants.map(({ sku, options }) => [sku, options?.Wood])).toEqual([
      ["OAK", "Oak wood"],
      ["ASH-2", "Ash"],
      ["CHAIR-CHERRY-CORD", "Cherry"],
    ]);
  });
});

describe("the errors of a draft", () => {
  it("name what a new product lacks", () => {
    const draft = newDraft(site);
    expect([...draftErrors(draft, undefined, "eur").values()]).toEqual(["required", "required", "required", "required"]);
  });

  it("stand at the cell: duplicate SKUs, amounts, counts", () => {
    const draft = draftOf(product, site);
    let { matrix } = draft;
    matrix = withCells(matrix, new Set(["v2"]), "sku", "OAK");
    matrix = withCells(matrix, new Set(["v1"]), "price", "lots");
    const errors = draftErrors({ ...draft, matrix, slug: "Chair!" }, product, "eur");
    expect(Object.fromEntries(errors)).toEqual({
      slug: "slug",
      "variants/v1/sku": "duplicate",
      "variants/v2/sku": "duplicate",
      "variants/v1/price": "amount",
    });
  });

  it("stand at a price in a further currency: no price beside a former one, and what cannot be paid", () => {
    const draft = draftOf(product, site);
    const amount = (price: string, compareAtPrice = "") => ({ price, compareAtPrice });
    let matrix = withCurrencyPrice(draft.matrix, "v1", "usd", amount("", "480.00"));
    matrix = withCurrencyPrice(matrix, "v1", "kwd", amount("12.345"));
    matrix = withCurrencyPrice(matrix, "v2", "usd", amount("", ""));
    expect(Object.fromEntries(draftErrors({ ...draft, matrix }, product, "eur"))).toEqual({
      "variants/v1/prices/usd": "required",
      "variants/v1/prices/kwd": "step",
    });
    const body = bodyFrom({ ...draft, matrix: withCurrencyPrice(draft.matrix, "v2", "usd", amount("9.5")) });
    expect(body.variants[1]).toMatchObject({ prices: { usd: 950 }, compareAtPrices: {} });
  });

  it("ask for a title where a language has other words", () => {
    const draft = draftOf(product, site);
    const de = { ...draft.translations.de!, title: " " };
    expect([...draftErrors({ ...draft, translations: { ...draft.translations, de } }, product, "eur")]).toEqual([
      ["translations/de/title", "translatedTitle"],
    ]);
  });

  it("of the server are found by their place in what was sent", () => {
    const draft = draftOf(product, site);
    const at = (path: string) => fieldOf({ path }, draft);
    expect(at("/variants/1/sku")).toBe("variants/v2/sku");
    expect(at("/options/0/values/1")).toBe("options/option-0/values/value-0-1");
    expect(at("/attributes/finish")).toBe("attributes/attribute-finish/value");
    expect(at("/translations/de/slug")).toBe("translations/de/slug");
    expect(at("/images/1/url")).toBe("images/picture-1");
  });
});

describe("a stock that somebody typed", () => {
  it.each([
    ["12", 12, 12],
    [" 1 200 ", 1_200, 1_200],
    ["-3", undefined, -3],
    ["−3", undefined, -3],
    ["+4", undefined, 4],
    ["0", 0, undefined],
    ["1.5", undefined, undefined],
    ["", undefined, undefined],
    ["9999999999", undefined, undefined],
  ])("%j", (text, count, difference) => {
    expect([countOf(text), differenceOf(text)]).toEqual([count, difference]);
  });
});
