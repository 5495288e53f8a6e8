import { chance } from "../kit/chance.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { edgeDates, edgeInstants, edgeTexts, storedNumbers, wrongValues } from "./edge-values.ts";
import { QueryModel, type ModelDocument, type ModelField } from "./query-model.ts";

export const locales = ["en", "de", "fr"];
export const words = ["kestrel", "lighthouse", "marmalade", "quicksand"];
const levels = ["low", "mid", "high", "Mid"];

/** The fields that the types below mark, as they are written there. */
const fields: Readonly<Record<string, readonly ModelField[]>> = {
  item: [
    { name: "title", kind: "text" },
    { name: "n", kind: "number" },
    { name: "i", kind: "number", isWhole: true },
    { name: "flag", kind: "boolean" },
    { name: "day", kind: "date" },
    { name: "at", kind: "instant" },
    { name: "level", kind: "text" },
    { name: "maybe", kind: "text" },
    { name: "label", kind: "text" },
    { name: "tags", kind: "text", isList: true },
    { name: "scores", kind: "number", isList: true },
    { name: "place.city", kind: "text" },
    { name: "place.geo.lat", kind: "number" },
    { name: "steps.name", kind: "text", isList: true },
    { name: "steps.minutes", kind: "number", isList: true },
    { name: "author", kind: "entry", contentTypes: ["person", "note"] },
    { name: "people", kind: "entry", contentTypes: ["person"], isList: true },
    { name: "other", kind: "entry" },
    { name: "near", kind: "page" },
    { name: "product", kind: "product" },
    { name: "products", kind: "product", isList: true },
    { name: "category", kind: "category" },
  ],
  person: [
    { name: "name", kind: "text" },
    { name: "age", kind: "number" },
    { name: "label", kind: "text", isList: true },
    { name: "born", kind: "date" },
    { name: "friend", kind: "entry", contentTypes: ["person"] },
  ],
  note: [
    { name: "name", kind: "text" },
    { name: "age", kind: "number" },
    { name: "label", kind: "text" },
  ],
  page: [],
};

const marked = { "x-queryable": true };
const listOf = (items: object) => ({ type: "array", items, ...marked });
const reference = (kind: string, contentTypes?: readonly string[]) => ({
  $ref: `vitrine:${kind}`,
  ...(contentTypes ? { "x-contentType": contentTypes } : {}),
});
const text = { type: "string", ...marked };
const number = { type: "number", ...marked };
const references = {
  author: { ...reference("entry", ["person", "note"]), ...marked },
  people: listOf(reference("entry", ["person"])),
  other: { ...reference("entry"), ...marked },
  near: { ...reference("page"), ...marked },
  product: { ...reference("product"), ...marked },
  products: listOf(reference("product")),
  category: { anyOf: [{ type: "null" }, reference("category")], ...marked },
};
const step = { type: "object", properties: { name: text, minutes: number } };
const schemas: Record<string, Record<string, object>> = {
  item: {
    title: { ...text, "x-searchable": true },
    n: number,
    i: { type: "integer", ...marked },
    flag: { type: "boolean", ...marked },
    day: { type: "string", format: "date", ...marked },
    at: { type: "string", format: "date-time", ...marked },
    level: { enum: levels, ...marked },
    maybe: { anyOf: [{ type: "string" }, { type: "null" }], ...marked },
    label: text,
    tags: listOf({ type: "string" }),
    scores: listOf({ type: "number" }),
    place: { type: "object", properties: { city: text, geo: { type: "object", properties: { lat: number } } } },
    steps: { type: "array", items: step },
    text: { type: "string", "x-searchable": true },
    secret: { type: "string" },
    ...references,
  },
  person: {
    name: text,
    age: number,
    label: listOf({ type: "string" }),
    born: { type: "string", format: "date", ...marked },
    friend: { ...reference("entry", ["person"]), ...marked },
  },
  note: { name: text, age: number, label: text },
};

/** The same types before anything was required: content that they accepted may have values that no field accepts now. */
const anything = { type: ["string", "number", "boolean", "object", "array", "null"] };
const earlier: Record<string, Record<string, object>> = {
  item: { ...Object.fromEntries(Object.keys(schemas.item ?? {}).map((name) => [name, anything])), ...references },
  person: { name: anything, age: anything, label: anything, born: anything, friend: reference("entry", ["person"]) },
  note: { name: anything, age: anything, label: anything },
};

export interface QueriedSite {
  site: TestSite;
  model: QueryModel;
}

/** A site whose content has the values at the edges of every comparison, by a seed, and its model. */
export async function addQueriedSite(server: TestServer, seed: number): Promise<QueriedSite> {
  const content = new RandomContent(seed);
  const typesOf = (all: Record<string, Record<string, object>>) =>
    Object.entries(all).map(([slug, properties]) => ({ slug, title: slug, schema: { type: "object", properties } }));
  const site = await server.addSite({
    site: { defaultLocale: "en", locales },
    contentTypes: typesOf(earlier),
    ...content.goods(),
    pages: content.documents("page"),
    entries: ["item", "person", "note"].flatMap((type) => content.documents(type)),
  });
  const siteSection = { slug: site.slug, name: "A site", defaultLocale: "en", locales, currency: "eur" };
  await server.import({ bundle: 1, site: siteSection, contentTypes: typesOf(schemas) });
  // A second publication of some: with other times and values, and without what they had.
  server.clock.advance(90_000);
  content.isValid = true;
  const again = ["item", "person"].flatMap((type) => content.documents(type)).filter(() => content.below(6) === 0);
  await server.import({ bundle: 1, site: siteSection, entries: again });
  return { site, model: await readModel(server, site) };
}

type Time = "publishedAt" | "firstPublishedAt" | "createdAt" | "updatedAt";

/** Published content and goods as they are stored; not the values that queries compare. */
export async function readModel(server: TestServer, site: TestSite, its = { fields, searchable }): Promise<QueryModel> {
  const { sql } = server.deps;
  const rows = await sql<Omit<ModelDocument, "content" | Time> & { content: string } & Record<Time, Date>>`
    select
      translations.document_id as id, translations.content_type as "contentType", translations.locale, translations.slug,
      translations.title, translations.published_at as "publishedAt", translations.first_published_at as "firstPublishedAt",
      translations.created_at as "createdAt", versions.created_at as "updatedAt", versions.content::text as content
    from translations
    join versions on versions.site_id = ${site.id} and versions.id = translations.published_version_id
    where translations.site_id = ${site.id}
    order by translations.content_type, translations.slug, translations.locale`;
  const documents = rows.map((row): ModelDocument => {
    const [publishedAt, firstPublishedAt] = [row.publishedAt.getTime(), row.firstPublishedAt.getTime()];
    const times = { publishedAt, firstPublishedAt, createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() };
    return { ...row, ...times, content: JSON.parse(row.content) as Record<string, unknown> };
  });
  type CatalogItemRow = { id: string; slug: string };
  const products = await sql<CatalogItemRow>`select id, slug from products where site_id = ${site.id} and status = 'ACTIVE' order by slug`;
  const categories =
    await sql<CatalogItemRow>`select id, slug from categories where site_id = ${site.id} and status = 'ACTIVE' order by slug`;
  const byId = (all: readonly CatalogItemRow[]) => new Map(all.map((each) => [each.id, each]));
  return new QueryModel({ defaultLocale: "en", documents, ...its, products: byId(products), categories: byId(categories) });
}

const searchable = { item: ["title", "text"], person: [], note: [], page: [] };
const counts: Readonly<Record<string, number>> = { item: 160, person: 25, note: 12, page: 20 };
type Section = Record<string, unknown>;

class RandomContent {
  readonly #next: () => number;
  /** Whether every value is one that the later schema accepts. */
  isValid = false;

  constructor(seed: number) {
    this.#next = chance(seed);
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  goods(): Section {
    return {
      categories: Array.from({ length: 5 }, (_, at) => ({
        slug: `category-${at}`,
        title: `Category ${at}`,
        status: at > 2 ? "HIDDEN" : "ACTIVE",
      })),
      products: Array.from({ length: 9 }, (_, at) => ({
        slug: `product-${at}`,
        title: `Product ${at}`,
        status: at === 7 ? "DRAFT" : at === 8 ? "ARCHIVED" : "ACTIVE",
        variants: [{ sku: `sku-${at}`, title: "One", price: 100 }],
      })),
    };
  }

  /** Of the documents some are drafts, some are published in one locale alone, and some have a draft besides. */
  documents(contentType: string): Section[] {
    return Array.from({ length: counts[contentType] ?? 0 }, (_, at) => at).flatMap((at) => {
      const shownLocales = locales.filter(() => this.below(3) > 0);
      return (shownLocales.length > 0 ? shownLocales : ["en"]).map((locale) => {
        const minute = String(this.below(6)).padStart(2, "0");
        const times =
          this.below(2) === 0 ? { publishedAt: `2026-03-01T10:${minute}:00Z`, firstPublishedAt: "2026-01-05T00:00:00.250Z" } : {};
        const status = this.below(7) === 0 ? "DRAFT" : "PUBLISHED";
        const commonFields = { locale, status, ...(status === "PUBLISHED" ? times : {}) };
        if (contentType === "page") return { ...commonFields, page: `page-${at}`, slug: `page-${at}`, title: `Page ${this.#pick(words)}` };
        const draft = status === "PUBLISHED" && this.below(4) === 0 ? { draft: { data: this.#data(contentType) } } : {};
        return { ...commonFields, contentType, slug: `${contentType}-${at}`, data: this.#data(contentType), ...draft };
      });
    });
  }

  #data(contentType: string): Section {
    const people = () => this.#reference("person");
    if (contentType !== "item") {
      const label = contentType === "person" ? this.#list(() => this.#text()) : this.#text();
      const commonData = { name: this.#text(), age: this.#number(), label };
      return this.#some(contentType === "person" ? { ...commonData, born: this.#pick(edgeDates), friend: people() } : commonData, [
        "friend",
      ]);
    }
    const word = () => this.#pick([...words, "plain", ""]);
    return this.#some(
      {
        title: this.below(3) === 0 ? `About ${word()}` : this.#text(),
        n: this.#number(),
        i: this.below(5) - 2,
        flag: this.below(2) === 0,

        day: this.#pick(edgeDates),
        at: this.#pick(edgeInstants),
        level: this.#pick(levels),
        maybe: this.#text(),
        label: this.#text(),
        tags: this.#list(() => this.#text()),
        scores: this.#list(() => this.#number()),
        place: this.#some({ city: this.#text(), geo: this.#some({ lat: this.#number() }) }),
        steps: this.#list(() => this.#some({ name: this.#text(), minutes: this.#number() })),
        text: `Of ${word()} and ${word()}.`,
        secret: this.#pick(words),
        author: this.#reference(this.#pick(["person", "note"])),
        people: this.#list(people),
        other: this.#reference("item"),
        near: { page: `page-${this.below(20)}` },
        product: this.#product(),
        products: this.#list(() => this.#product()),
        category: { category: `category-${this.below(5)}` },
      },
      Object.keys(references),
    );
  }

  /** Without some of the members, and with values that do not fit in place of others. */
  #some(data: Section, unlessWrong: readonly string[] = []): Section {
    const entries = Object.entries(data).filter(() => this.below(5) > 0);
    return Object.fromEntries(
      entries.map(([name, value]) => {
        const isWrong = !this.isValid && !unlessWrong.includes(name) && this.below(12) === 0;
        return [name, isWrong ? this.#pick(wrongValues) : value];
      }),
    );
  }

  /** Now and then empty, with more elements than count, or with an element that does not fit. */
  #list<Item>(item: () => Item): Item[] {
    const length = this.#pick([0, 1, 2, 2, 3, 4]);
    const items = Array.from({ length }, item);
    return [...items, ...items.slice(0, this.below(2))];
  }

  #text(): string {
    return this.below(3) === 0 ? this.#pick(["a", "b", "Zebra", "zebra", "ä"]) : this.#pick(edgeTexts);
  }

  #number(): number {
    return this.below(3) === 0 ? this.below(4) : this.#pick(storedNumbers);
  }

  #reference(contentType: string): Section {
    return { entry: { contentType, slug: `${contentType}-${this.below(counts[contentType] ?? 1)}` } };
  }

  #product(): Section {
    return { product: `product-${this.below(9)}` };
  }
}
