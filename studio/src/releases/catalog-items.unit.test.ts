import { describe, expect, test } from "vitest";
import { catalogItemDifferences } from "./catalog-item-differences.ts";
import { amountOf } from "../parts/amount.ts";
import { errorsOf, formOf, patchOf, withPercent } from "./product-patch.ts";

const site = { locales: ["en", "de"], defaultLocale: "en", currency: "eur" };
const chair = {
  slug: "chair",
  title: "Chair",
  description: null,
  status: "ACTIVE",
  category: "seating",
  currency: "eur",
  images: [{ url: "https://example.com/a.jpg" }],
  options: [{ name: "Wood", values: ["oak", "ash"] }],
  variants: [
    { sku: "C-OAK", title: null, price: 10_000, compareAtPrice: null, options: { Wood: "oak" }, stock: 3 },
    { sku: "C-ASH", title: null, price: 12_050, compareAtPrice: 15_000, options: { Wood: "ash" }, stock: null },
  ],
  translations: { de: { title: "Stuhl", options: [{ name: "Holz", values: ["Eiche", "Esche"] }] } },
};
const form = formOf(chair, site);
const withTitle = (locale: string, title: string, description = "") => ({
  ...form,
  texts: { ...form.texts, [locale]: { title, description } },
});
const withPrice = (sku: string, price: string, compareAtPrice = "") => ({
  ...form,
  prices: { ...form.prices, [sku]: { price, compareAtPrice } },
});

describe("the patch of a form", () => {
  test("is none as long as nothing is different", () => {
    expect(patchOf(form, chair, site)).toBeUndefined();
    expect(patchOf(withTitle("en", " Chair "), chair, site)).toBeUndefined();
    expect(errorsOf(form, chair, site).size).toBe(0);
  });

  test("has the texts that are different, by locale", () => {
    expect(patchOf(withTitle("en", "Armchair", "Soft"), chair, site)).toEqual({ title: "Armchair", description: "Soft" });
    expect(patchOf(withTitle("de", "Sessel"), chair, site)).toEqual({ translations: { de: { title: "Sessel" } } });
    const described = { ...chair, description: "Old" };
    expect(patchOf(withTitle("en", "Chair"), described, site)).toEqual({ description: null });
  });

  test("has all variants with everything that they have, once a price is different", () => {
    const [oak, ash] = chair.variants;
    expect(patchOf(withPrice("C-OAK", "89.90", "100"), chair, site)).toEqual({
      variants: [{ ...oak, price: 8_990, compareAtPrice: 10_000 }, ash],
    });
    expect(patchOf(withPrice("C-ASH", "120.50"), chair, site)).toEqual({ variants: [oak, { ...ash, compareAtPrice: null }] });
  });
});

test("fields that cannot be are named", () => {
  expect([...errorsOf(withPrice("C-OAK", "", "x"), chair, site).keys()]).toEqual(["price C-OAK", "compareAtPrice C-OAK"]);
  expect([...errorsOf(withTitle("de", "", "Weich"), chair, site).keys()]).toEqual(["title de"]);
  const untranslated = { ...chair, translations: {} };
  expect(errorsOf(withTitle("de", ""), untranslated, site).size).toBe(0);
  expect([...errorsOf(withTitle("de", "", "Weich"), untranslated, site).keys()]).toEqual(["title de"]);
});

test("percent count from the prices now, and only a number that leaves a price counts", () => {
  expect(withPercent(withPrice("C-OAK", "1"), chair, "-20 %", "eur")?.prices).toEqual({
    "C-OAK": { price: "80.00", compareAtPrice: "" },
    "C-ASH": { price: "96.40", compareAtPrice: "150.00" },
  });
  expect(withPercent(form, chair, "2,5", "eur")?.prices["C-OAK"]?.price).toBe("102.50");
  expect(["", "x", "-101", "1e9"].map((by) => withPercent(form, chair, by, "eur"))).toEqual([undefined, undefined, undefined, undefined]);
});

test.each([
  ["kwd", "1.234", "1.230", "1.500", 1_500, "1.850"],
  ["isk", "99.50", "100.00", "99.00", 10_000, "123.00"],
  ["jpy", "x", "99", "98", 150, "185"],
])("prices in %s are those that the payment processor takes", (currency, refused, taken, unchanged, price, by23Percent) => {
  const product = { ...chair, currency, variants: [{ sku: "C-OAK", price: amountOf(unchanged, currency), stock: 1, options: {} }] };
  const priced = (text: string) => ({ ...formOf(product, site), prices: { "C-OAK": { price: text, compareAtPrice: "" } } });
  expect([...errorsOf(priced(refused), product, site).keys()]).toEqual(["price C-OAK"]);
  expect([taken, unchanged].map((text) => errorsOf(priced(text), product, site).size)).toEqual([0, 0]);
  const now = { ...product, variants: [{ sku: "C-OAK", price, stock: 1, options: {} }] };
  expect(withPercent(priced(taken), now, "23", "eur")?.prices["C-OAK"]?.price).toBe(by23Percent);
});

test("a price that was stored with a part that is never paid keeps no other from being changed", () => {
  const product = { ...chair, currency: "kwd", variants: [{ sku: "C-OAK", price: 1_234, stock: 1, options: {} }] };
  expect(errorsOf(formOf(product, site), product, site).size).toBe(0);
});

describe("differences", () => {
  const differences = (after: object) =>
    catalogItemDifferences(chair, { ...chair, ...after }, site).map(({ member, of, before, after: then }) => [member, of, before, then]);

  test("are none between equals, also if an absent member is null", () => {
    expect(
      differences({
        seo: null,
        variants: chair.variants.map(({ compareAtPrice, ...rest }) => ({ ...rest, ...(compareAtPrice && { compareAtPrice }) })),
      }),
    ).toEqual([]);
  });

  test("name prices by variant, texts by locale, and what else is another", () => {
    const [oak, ash] = chair.variants;
    const after = {
      title: "Armchair",
      status: "ARCHIVED",
      images: [],
      variants: [
        { ...oak, price: 9_000 },
        { ...ash, compareAtPrice: null },
      ],
      translations: { de: { ...chair.translations.de, title: "Sessel", description: "Weich" } },
    };
    expect(differences(after)).toEqual([
      ["price", "oak", 10_000, 9_000],
      ["compareAtPrice", "ash", 15_000, null],
      ["title", "", "Chair", "Armchair"],
      ["title", "de", "Stuhl", "Sessel"],
      ["description", "de", "", "Weich"],
      ["status", "", "ACTIVE", "ARCHIVED"],
      ["images", "", null, null],
    ]);
  });

  test("tell of variants that come or go, and of translated options", () => {
    expect(differences({ variants: chair.variants.slice(1) })).toEqual([["variants", "", null, null]]);
    expect(differences({ translations: { de: { title: "Stuhl" } } })).toEqual([["translations", "", null, null]]);
  });

  test("of a plan are those of its own price and name", () => {
    const plan = { slug: "care", name: "Care", price: 900, interval: "year" };
    expect(
      catalogItemDifferences(plan, { ...plan, name: "Care+", price: 800 }, site).map(({ member, kind }) => `${member} ${kind}`),
    ).toEqual(["price money", "name text"]);
  });
});
