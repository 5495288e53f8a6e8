import { newBundle } from "./new-bundle.ts";

const anyCatalogItems = { anyOf: [{ $ref: "vitrine:product" }, { $ref: "vitrine:category" }] };

/** The content types of the cookbook: a recipe refers to everything, a person to a company. */
const contentTypes = [
  {
    slug: "recipe",
    title: "Recipe",
    schema: {
      type: "object",
      properties: {
        title: { type: "string" },
        author: { $ref: "vitrine:entry", "x-contentType": ["person"] },
        about: { $ref: "vitrine:page" },
        needs: { type: "array", items: anyCatalogItems },
        meta: { type: "object", properties: { editor: { $ref: "#/$defs/somebody" } } },
      },
      $defs: { somebody: { $ref: "vitrine:entry" } },
    },
  },
  {
    slug: "person",
    title: "Person",
    schema: {
      type: "object",
      properties: { name: { type: "string" }, company: { $ref: "vitrine:entry", "x-contentType": ["company"] } },
    },
  },
  {
    slug: "company",
    title: "Company",
    schema: {
      type: "object",
      properties: { rank: { type: "integer" }, name: { type: "string" }, owner: { $ref: "vitrine:entry", "x-contentType": ["person"] } },
    },
  },
];
const teaser = {
  type: "teaser",
  title: "Teaser",
  schema: { type: "object", properties: { to: { $ref: "vitrine:entry" }, goods: { type: "array", items: anyCatalogItems } } },
};

export const person = (slug: string) => ({ entry: { contentType: "person", slug } });
export const companyOf = (slug: string) => ({ entry: { contentType: "company", slug } });

/** A recipe in a locale, with more data. */
export const recipe = (slug: string, data: object, more: object = {}) => {
  return { contentType: "recipe", slug, locale: "en", data: { title: slug, ...data }, ...more };
};

/** A site in English and German whose entries and pages refer to each other and to its shop. */
export function cookbook(more: Record<string, unknown> = {}): Record<string, unknown> {
  return newBundle({
    site: { locales: ["en", "de"] },
    blockTypes: [teaser],
    contentTypes,
    categories: [{ slug: "pans", title: "Pans" }],
    products: [
      { slug: "pan", title: "Pan", category: "pans", variants: [{ sku: "PAN", price: 2_000, stock: 3 }] },
      { slug: "lid", title: "Lid", status: "DRAFT", variants: [{ sku: "LID", price: 900 }] },
    ],
    pages: [
      {
        slug: "about",
        locale: "en",
        title: "About us",
        composition: [{ id: "t", type: "teaser", props: { to: person("ada"), goods: [{ product: "pan" }, { product: "lid" }] } }],
      },
      { page: "about", slug: "ueber", locale: "de", title: "Über uns" },
    ],
    entries: [
      recipe("soup", {
        author: person("ada"),
        about: { page: "about" },
        meta: { editor: person("bob") },
        needs: [{ product: "lid" }, { product: "pan" }, { category: "pans" }],
      }),
      { contentType: "person", slug: "ada", locale: "en", data: { name: "Ada", company: companyOf("acme") } },
      { contentType: "person", slug: "ada", locale: "de", data: { name: "Ada (de)", company: companyOf("acme") } },
      { contentType: "person", slug: "bob", locale: "en", status: "DRAFT", data: { name: "Bob" } },
      { contentType: "company", slug: "acme", locale: "en", data: { rank: 1, name: "Acme", owner: person("ada") } },
    ],
    ...more,
  });
}
