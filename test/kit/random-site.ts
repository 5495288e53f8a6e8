import { returnStock, takeStock } from "../../server/src/features/shop/catalog/index.ts";
import { BundleError } from "../../server/src/features/content/bundle/bundle-error.ts";
import { chance } from "./chance.ts";
import { listsOfProducts, queriesOfEntries, queriesOfPages, searches } from "./random-queries.ts";
import { cms, shop, type TestServer, type TestSite } from "./harness.ts";

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`);
const pages = numbered("page", 6);
const slugs = numbered("slug", 9);
const entries = numbered("entry", 5);
const types = ["blog-post", "note"];
const products = numbered("product", 6);
const categories = numbered("category", 5);
const plans = numbered("plan", 3);
const translatedSlugs = numbered("translated", 3);
const blockTypes = ["text", "other"];
const forms = numbered("form", 2);
const locales = ["en", "de", "fr"];

const anything = { anyOf: ["entry", "page", "product", "category"].map((kind) => ({ $ref: `vitrine:${kind}` })) };
const schemaOfEntries = {
  type: "object",
  properties: {
    text: { type: "string", "x-queryable": true, "x-searchable": true },
    links: { type: "array", items: anything },
    main: { $ref: "vitrine:entry", "x-queryable": true },
    item: { $ref: "vitrine:product", "x-queryable": true },
    group: { $ref: "vitrine:category", "x-queryable": true },
  },
};
const otherSchemaOfEntries = {
  type: "object",
  properties: { ...schemaOfEntries.properties, text: { type: "string" }, main: { $ref: "vitrine:entry" } },
};
const schemaOfTexts = { type: "object", properties: { text: { type: "string", "x-searchable": true } } };
const schemasOfBlocks: Record<string, object> = { text: schemaOfTexts, other: { type: "object", properties: { to: anything } } };

type Section = Record<string, unknown>;

/** A small site of everything that a public read can show, and random changes of any of it. */
export class RandomSite {
  readonly #server: TestServer;
  readonly #random: (below: number) => number;
  readonly site: TestSite;
  #name = "A site";
  /** The pages that have a slug in a locale, as it is stored, and with the change that is being made. */
  #pagesBySlug = new Map<string, string>();
  #pagesBySlugThen = new Map<string, string>();
  #changes = 0;

  private constructor(server: TestServer, site: TestSite, seed: number) {
    this.#server = server;
    const next = chance(seed);
    this.#random = (below) => Math.floor(next() * below);
    this.site = site;
  }

  static async begin(server: TestServer, seed: number): Promise<RandomSite> {
    const draft = { locale: "en", status: "DRAFT" };
    const site = await server.addSite({
      site: { defaultLocale: "en", locales },
      blockTypes: blockTypes.map((name) => ({ type: name, title: name, schema: schemasOfBlocks[name] })),
      contentTypes: types.map((slug) => ({ slug, title: slug, schema: schemaOfEntries })),
      categories: categories.map((slug) => ({ slug, title: slug })),
      // All that may be referred to is there from the beginning, mostly hidden.
      pages: pages.map((page) => ({ page, slug: page, title: page, ...draft })),
      entries: types.flatMap((contentType) => entries.map((slug) => ({ contentType, slug, data: { text: slug }, ...draft }))),
      products: products.map((slug) => ({ slug, title: slug, status: "DRAFT", variants: [{ sku: `${slug}-a`, price: 100 }] })),
    });
    return new RandomSite(server, site, seed);
  }

  /** The addresses of everything that is public, by operation. */
  async urls(): Promise<Record<string, string[]>> {
    const { sql } = this.#server.deps;
    const idsOf = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);
    const productIds = await idsOf(sql<{ id: string }>`select id from products where site_id = ${this.site.id}`);
    const categoryIds = await idsOf(sql<{ id: string }>`select id from categories where site_id = ${this.site.id}`);
    const inLocales = (path: string) => [path, ...locales.map((locale) => `${path}?locale=${locale}`)];
    const inGerman = (path: string) => [path, `${path}?locale=de`];
    const content = (paths: readonly string[]) => paths.map((path) => `${cms}/${path}`);
    const catalogItems = (paths: readonly string[]) => paths.map((path) => `${shop}/${path}`);
    const lists = listsOfProducts(categories);
    return {
      getPage: content(slugs.flatMap((slug) => inLocales(`pages/${slug}`))),
      listPages: content([
        ...inLocales("pages"),
        "pages?pageSize=2",
        "pages?include=to",
        ...queriesOfPages.map((query) => `pages?${query}`),
      ]),
      listEntries: content([
        ...types.flatMap((type) => inLocales(`content/${type}`)),
        "content/note?pageSize=2&page=2",
        // Often enough to notice each of its tags.
        ...types.flatMap((type) =>
          ["", ...locales.map((locale) => `&locale=${locale}`)].map((more) => `content/${type}?include=links,main.main${more}`),
        ),
        ...types.map((type) => `content/${type}?include=links&pageSize=2`),
        ...queriesOfEntries.map((query) => `content/note?${query}`),
      ]),
      getEntry: content(
        types.flatMap((type) =>
          entries.flatMap((slug) => [...inLocales(`content/${type}/${slug}`), `content/${type}/${slug}?include=links`]),
        ),
      ),
      search: content(searches.flatMap((query) => [query, ...locales.map((locale) => `${query}&locale=${locale}`)])),
      getBlogPost: content(entries.map((slug) => `blog/${slug}`)),
      listBlockTypes: content(["block-types"]),
      getForm: content(forms.map((slug) => `plugins/svc.forms/forms/${slug}`)),
      getProduct: catalogItems(productIds.flatMap((id) => inGerman(`products/${id}`))),
      getProductBySlug: catalogItems([...products, ...translatedSlugs].flatMap((slug) => inGerman(`products/slug/${slug}`))),
      listProducts: catalogItems([
        ...lists.flatMap((list) => ["title", "price", "createdAt", "updatedAt"].map((sort) => `products${list}sort=${sort}`)),
        ...lists.flatMap((list) => [`products${list}locale=de`, `products${list}locale=de&sort=title`]),
        ...translatedSlugs.map((slug) => `products?category=${slug}&locale=de`),
      ]),
      getCategory: catalogItems(categoryIds.flatMap((id) => inGerman(`categories/${id}`))),
      getCategoryBySlug: catalogItems([...categories, ...translatedSlugs].flatMap((slug) => inGerman(`categories/slug/${slug}`))),
      listCategories: catalogItems(
        ["?", "?tree=true&", "?q=word&", "?q=worf&", "?pageSize=2&"].flatMap((query) => [
          `categories${query}`,
          `categories${query}locale=de&sort=title`,
        ]),
      ),
      listPlans: catalogItems(inGerman("subscriptions/plans")),
    };
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#random(items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  }

  /** Makes up to `most` random changes in one transaction, or a sale, or a return. Resolves with how many, none if they contradict the rest. */
  async change(most: number): Promise<number> {
    // Time goes on, so that what is ordered by it changes.
    this.#server.clock.advance(1 + this.#random(5));
    if (this.#random(4) === 0) return this.#moveStock();
    const changedItems = new Map<string, Map<string, Section>>();
    this.#pagesBySlugThen = new Map(this.#pagesBySlug);
    const count = 1 + this.#random(most);
    let setStock = false;
    const plugins: Section = {};
    for (let change = 0; change < count; change += 1) {
      const [section, key, item] = this.#item();
      if (section === "site") this.#name = this.#text();
      else if (section === "plugins") Object.assign(plugins, item);
      else changedItems.set(section, (changedItems.get(section) ?? new Map<string, Section>()).set(key, item));
      if (section === "products") setStock ||= this.#random(2) === 0;
    }
    const sections = Object.fromEntries([...changedItems].map(([section, items]) => [section, [...items.values()]]));
    const site = { slug: this.site.slug, name: this.#name, defaultLocale: "en", locales, currency: "eur" };
    try {
      await this.#server.import({ bundle: 1, site, ...(Object.keys(plugins).length > 0 ? { plugins } : {}), ...sections }, { setStock });
      for (const { page, locale, slug } of changedItems.get("pages")?.values() ?? []) {
        for (const [key, owner] of this.#pagesBySlug) {
          if (owner === page && key.startsWith(`${String(locale)} `)) this.#pagesBySlug.delete(key);
        }
        this.#pagesBySlug.set(`${String(locale)} ${String(slug)}`, String(page));
      }
      return count;
    } catch (error) {
      // A category was put below itself, for example: nothing was changed.
      if (error instanceof BundleError) return 0;
      throw error;
    }
  }

  /** Leaves every cached response of the site behind. */
  async renameSite(): Promise<void> {
    this.#name = this.#text();
    const site = { slug: this.site.slug, name: this.#name, defaultLocale: "en", locales, currency: "eur" };
    await this.#server.import({ bundle: 1, site });
  }

  #text(): string {
    // One wrong letter in a short term is forgiven if no word begins with the term: "worf" finds "word" until there is "worfel".
    return `${this.pick(["word", "word", "weird", "weird", "other", "worfel"])} ${(this.#changes += 1)}`;
  }

  #item(): [section: string, key: string, item: Section] {
    const status = this.pick(["PUBLISHED", "PUBLISHED", "PUBLISHED", "DRAFT"]);
    const kind = this.#random(24);
    if (kind < 6) {
      const [page, locale] = [this.pick(pages), this.pick(locales)];
      const mayHave = (slug: string) => [undefined, page].includes(this.#pagesBySlugThen.get(`${locale} ${slug}`));
      const slug = this.pick(slugs.filter(mayHave));
      this.#pagesBySlugThen.set(`${locale} ${slug}`, page);
      return ["pages", `${page} ${locale}`, { page, locale, slug, status, title: this.#text(), composition: this.#blocks() }];
    }
    if (kind < 10) {
      const [contentType, slug, locale] = [this.pick(types), this.pick(entries), this.pick(locales)];
      const links = Array.from({ length: this.#random(3) }, () => this.#reference());
      const main = this.#random(2) === 0 ? { main: { entry: { contentType: this.pick(types), slug: this.pick(entries) } } } : {};
      // Of one type only: a response that shows a category goes with every change of one.
      const hasCatalogItems = contentType === "note";
      const item = hasCatalogItems && this.#random(2) === 0 ? { item: { product: this.pick(products) } } : {};
      const group = hasCatalogItems && this.#random(2) === 0 ? { group: { category: this.pick(categories) } } : {};
      const data = { text: this.#text(), links, ...main, ...item, ...group };
      return ["entries", `${contentType} ${slug} ${locale}`, { contentType, slug, locale, status, data }];
    }
    if (kind < 15) return this.#product();
    if (kind < 18) {
      const place = this.#random(categories.length);
      const slug = categories[place] ?? "";
      const parent = place === 0 || this.#random(2) === 0 ? null : this.pick(categories.slice(0, place));
      const item = { slug, parent, title: this.#text(), position: this.#random(3), status: this.pick(["ACTIVE", "ACTIVE", "HIDDEN"]) };
      return ["categories", slug, { ...item, ...this.#translations("title") }];
    }
    if (kind < 19) {
      const slug = this.pick(plans);
      const more = { price: this.#random(900), interval: "month", status: this.pick(["ACTIVE", "INACTIVE"]) };
      return ["plans", slug, { slug, name: this.#text(), ...more, ...this.#translations("name") }];
    }
    if (kind < 20) {
      const noReferences = { type: "object" };
      const [type, slug] = [this.pick(blockTypes), this.pick(types)];
      if (this.#random(2) === 0)
        return ["blockTypes", type, { type, title: this.#text(), schema: this.pick([schemasOfBlocks[type], noReferences]) }];
      return [
        "contentTypes",
        slug,
        { slug, title: this.#text(), schema: this.pick([schemaOfEntries, schemaOfEntries, otherSchemaOfEntries, noReferences]) },
      ];
    }
    if (kind < 21) {
      const slug = this.pick(forms);
      return ["forms", slug, { slug, name: this.#text(), schema: { type: "object", properties: { text: { type: "string" } } } }];
    }
    if (kind < 22) return ["plugins", "", { "svc.forms": { enabled: this.#random(3) > 0 } }];
    // Rarely: it leaves every cached response behind.
    if (this.#random(10) > 0) return this.#product();
    if (this.#random(2) > 0) return ["site", "", {}];
    const name = this.#text();
    return ["apiKeys", name, { name }];
  }

  #product(): [string, string, Section] {
    const slug = this.pick(products);
    const variant = (sku: string) => ({
      sku,
      title: sku,
      price: this.#random(1_000),
      compareAtPrice: this.pick([null, 1_200]),
      stock: this.pick([null, 0, 1, 5]),
    });
    const variants = [variant(`${slug}-a`), ...(this.#random(2) === 0 ? [variant(`${slug}-b`)] : [])];
    const currency = this.pick(["eur", "eur", "eur", "usd"]);
    const more = { status: this.pick(["ACTIVE", "ACTIVE", "ACTIVE", "DRAFT", "ARCHIVED"]), currency, variants };
    const category = this.pick([null, null, ...categories]);
    return ["products", slug, { slug, title: this.#text(), category, ...more, ...this.#translations("title") }];
  }

  #translations(title: "title" | "name"): Section {
    const de = { [title]: this.#text(), slug: this.pick([null, ...translatedSlugs]) };
    return this.pick<Section>([{}, { translations: { de } }, { translations: { de, fr: { [title]: this.#text() } } }]);
  }

  #reference(): Section {
    return this.pick([
      { entry: { contentType: this.pick(types), slug: this.pick(entries) } },
      { page: this.pick(pages) },
      { product: this.pick(products) },
      { category: this.pick(categories) },
    ]);
  }

  #blocks(): Section[] {
    return Array.from({ length: this.#random(3) }, (_, index) => {
      if (this.#random(3) === 0) return { id: `b${index}`, type: "other", props: { to: this.#reference() } };
      const bindings = this.pick([
        { source: "site", path: "/name" },
        { source: "entry", contentType: this.pick(types), slug: this.pick(entries), path: this.pick(["/text", "/links", "/main"]) },
        { source: "category", slug: this.pick(categories), path: this.pick(["/title", "/productCount"]) },
        { source: "product", slug: this.pick(products), path: this.pick(["/title", "/price", "/priorPrice", "/variants/0/priorPrice"]) },
        { source: "product", slug: this.pick(products), path: this.pick(["/variants/0/stock", "/category/title"]) },
      ]);
      return { id: `b${index}`, type: "text", props: { text: "as written" }, bindings: { "/text": bindings } };
    });
  }

  /** As an order does, and its end. */
  async #moveStock(): Promise<number> {
    const { sql, clock, ids } = this.#server.deps;
    const variants = await sql<{ id: string }>`
      select id from variants where site_id = ${this.site.id} and stock is not null order by sku`;
    if (variants.length === 0) return 0;
    const wanted = [{ variantId: this.pick(variants).id, quantity: 1 }];
    const move = this.pick([takeStock, returnStock]);
    await sql.begin<unknown>((tx) => move(tx, { now: clock.now(), ids }, this.site.id, wanted, { kind: "ORDER" }));
    return 1;
  }
}
