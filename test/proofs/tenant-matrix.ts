import type { Sql } from "../../server/src/ports/database.ts";
import type { Ids } from "../../server/src/ports/ids.ts";
import { cms, shop, type TestServer, type TestSite } from "../kit/harness.ts";
import { sampleCatalog } from "../kit/sample-catalog.ts";
import { sampleSite } from "../kit/sample-site.ts";

export const marks = ["mark-alpha", "mark-beta", "mark-gamma"];

/** One of the sites, with what it has. */
export interface Twin {
  mark: string;
  site: TestSite;
  /** Ids of its catalogue: `products fjell-chair`, `categories own-mark-alpha`. */
  ids: ReadonlyMap<string, string>;
  shown: ShownCatalog;
}

/** What may be seen of a catalogue, worked out from its bundle. */
interface ShownCatalog {
  products: ReadonlyMap<string, { skus: string[]; category: string | null }>;
  categories: ReadonlyMap<string, { parent: string | null; productCount: number }>;
}

/** One read of something that a site has or has not. */
export interface Cell {
  path: string;
  /** What the answer must hold; undefined: it must be the 404 of what never existed. */
  shows: string | undefined;
  /** Of a list. */
  total?: number;
}

/** What a site must not know of: of another site, and of nobody. */
const nobody = "nobody";

/**
 * Three sites with the same slugs, SKUs, types, locales and even the same ids, which a key of site and id allows, told
 * apart by the mark in their texts. In the second a category lies elsewhere, in the third slugs and ids go together in
 * another way, and it has less than the others.
 */
export async function addTwins(server: TestServer): Promise<Twin[]> {
  const twins: Twin[] = [];
  for (const mark of marks) twins.push(await addTwin(server, mark));
  return twins;
}

export async function addTwin(server: TestServer, mark: string): Promise<Twin> {
  const bundle = sampleSite(mark) as { site: object; contentTypes: object[]; pages: object[]; entries: object[]; forms: object[] };
  const bound = (slug: string, ...bindings: object[]) => ({
    ...{ slug, locale: "en", title: `${mark} ${slug}` },
    composition: bindings.map((binding) => ({ type: "text", props: { text: "static" }, bindings: { "/text": binding } })),
  });
  bundle.pages.push(
    // Bound to what every site has, so that a binding that reaches too far shows another's text.
    bound("bound", { source: "entry", contentType: "note", slug: "first", path: "/text" }),
    bound("bound-product", { source: "product", slug: "fjell-chair", path: "/title" }),
    bound("bound-category", { source: "category", slug: "seating", path: "/title" }),
    // And to what only some have.
    bound(
      "bound-to-others",
      ...marks.flatMap((other) => ["product", "category"].map((source) => ({ source, slug: `own-${other}`, path: "/title" }))),
    ),
  );
  if (mark !== "mark-gamma") {
    bundle.pages.push({ slug: `own-${mark}`, locale: "en", title: mark });
    bundle.entries.push({ contentType: "note", slug: `own-${mark}`, locale: "en", data: { text: mark } });
    bundle.contentTypes.push({ slug: `type-${mark}`, title: mark, schema: { type: "object" } });
    bundle.forms.push({ slug: `own-${mark}`, name: mark, schema: { type: "object" } });
  }
  // In the first nothing is said of forms, in the second that they are there, and in the third that they are not.
  const plugins = mark === "mark-alpha" ? {} : { "svc.forms": { enabled: mark === "mark-beta" } };
  const site = await server.addSite({ site: bundle.site, plugins });
  const shell = { slug: site.slug, name: "A site", currency: "eur", ...bundle.site };
  await server.import({ bundle: 1, ...bundle, site: shell }, { ids: countingIds(0) });

  const catalog = sampleCatalog(mark);
  if (mark === "mark-beta") Object.assign(catalog.categories.find(({ slug }) => slug === "lamps") ?? {}, { parent: "furniture" });
  if (mark === "mark-gamma") {
    // An id that is furniture's here is that of something elsewhere in the others.
    const order = ["benches", "chairs", "lamps", "seating", "furniture", "staff-only", "below-hidden"];
    catalog.categories.sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug));
  }
  await server.import({ bundle: 1, site: shell, ...catalog }, { ids: countingIds(0) });
  const own = mark === "mark-gamma" ? { categories: [], products: [], plans: [] } : ownCatalog(mark);
  await server.import({ bundle: 1, site: shell, ...own }, { ids: countingIds(1_000 * (1 + marks.indexOf(mark))) });
  const shown = shownCatalog([...catalog.categories, ...own.categories], [...catalog.products, ...own.products]);
  return { mark, site, ids: await catalogIds(server.deps.sql, site.id), shown };
}

/** What only this site has, under ids that only it has. */
function ownCatalog(mark: string) {
  const slug = `own-${mark}`;
  return {
    categories: [{ slug, title: `${mark} own`, parent: null }],
    // With a word that begins with what is a typing error where there is no such word.
    products: [
      { slug, title: mark, description: "A lytisk thing", category: slug, variants: [{ sku: slug.toUpperCase(), price: 77, stock: 3 }] },
    ],
    plans: [{ slug, name: mark, price: 1, interval: "day" }],
  };
}

async function catalogIds(sql: Sql, siteId: string): Promise<Map<string, string>> {
  const rows = await sql<{ kind: string; slug: string; id: string }>`
    select 'products' as kind, slug, id from products where site_id = ${siteId}
    union all
    select 'categories', slug, id from categories where site_id = ${siteId}`;
  return new Map(rows.map(({ kind, slug, id }) => [`${kind} ${slug}`, id]));
}

interface GivenCategory {
  slug: string;
  parent: string | null;
  status?: string;
}
interface GivenProduct {
  slug: string;
  category?: string;
  status?: string;
  variants: { sku: string }[];
}

function shownCatalog(categories: readonly GivenCategory[], products: readonly GivenProduct[]): ShownCatalog {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const wayUp = (slug: string): GivenCategory[] => {
    const category = bySlug.get(slug);
    return category ? [category, ...(category.parent ? wayUp(category.parent) : [])] : [];
  };
  const isPublic = (slug: string) => wayUp(slug).every(({ status = "ACTIVE" }) => status === "ACTIVE");
  const active = products.filter(({ status = "ACTIVE" }) => status === "ACTIVE");
  const isIn = (product: GivenProduct, slug: string) =>
    product.category !== undefined && isPublic(product.category) && wayUp(product.category).some((above) => above.slug === slug);
  return {
    products: new Map(
      active.map(({ slug, category, variants }) => [
        slug,
        { skus: variants.map(({ sku }) => sku), category: category !== undefined && isPublic(category) ? category : null },
      ]),
    ),
    categories: new Map(
      categories
        .filter(({ slug }) => isPublic(slug))
        .map(({ slug, parent }) => [slug, { parent, productCount: active.filter((product) => isIn(product, slug)).length }]),
    ),
  };
}

/** The next ids, the same in every site. */
function countingIds(from: number): Ids {
  let last = from;
  const next = () => `00000000-0000-7000-8000-${String((last += 1)).padStart(12, "0")}`;
  return { next, secret: next };
}

/** Everything that can be asked of a site, with the mark that must show. */
export function cells(twin: Twin, twins: readonly Twin[]): Cell[] {
  return [...contentCells(twin.mark), ...formCells(twin.mark), ...catalogCells(twin), ...foreignCells(twin, twins)];
}

function contentCells(mark: string): Cell[] {
  const own = mark === "mark-gamma" ? 0 : 1;
  const pages = 9 + own;
  const rows: [string, (number | undefined)?, string?][] = [
    ...[["/block-types", 2] as [string, number], ["/pages", pages] as [string, number], ["/pages?locale=de", 3] as [string, number]],
    ...[["/pages?page=2&pageSize=3", pages] as [string, number], ["/content/note", 1 + own] as [string, number]],
    ...[["/content/blog-post", 3] as [string, number], ["/content/blog-post?locale=de", 1] as [string, number]],
    ...["/pages/home", "/pages/home?locale=de", "/pages/home?locale=pt-BR"].map((path): [string] => [path]),
    ...["/pages/about", "/pages/ueber-uns?locale=de", "/pages/about?locale=de", "/pages/docs/start"].map((path): [string] => [path]),
    ...["/content/blog-post/first", "/content/blog-post/first?locale=de", "/content/note/first"].map((path): [string] => [path]),
    ...["/blog/first", "/blog/third"].map((path): [string] => [path]),
    ["/pages/bound", undefined, `"text":"${mark} note"`],
    ["/pages/bound-product", undefined, `"text":"${mark} fjell chair"`],
    ["/pages/bound-category", undefined, `"text":"${mark} seating"`],
    ["/pages/bound-to-others", undefined, `"text":"${own ? mark : "static"}"`],
  ];
  return rows.map(([path, total, shows = mark]) => ({ path: cms + path, shows, ...(total === undefined ? {} : { total }) }));
}

function formCells(mark: string): Cell[] {
  const shows = mark === "mark-gamma" ? undefined : mark;
  return ["contact", `own-${mark}`].map((slug) => ({ path: `${cms}/plugins/svc.forms/forms/${slug}`, shows }));
}

function catalogCells({ mark, ids, shown }: Twin): Cell[] {
  const own = mark === "mark-gamma" ? 0 : 1;
  const id = (name: string) => ids.get(name) ?? nobody;
  const word = mark.slice("mark-".length);
  const list = (path: string, total: number): Cell => ({ path: shop + path, total, shows: total === 0 ? '"data":[]' : mark });
  const inFurniture = shown.categories.get("furniture")?.productCount ?? 0;
  const roots = mark === "mark-beta" ? 1 : 2;
  return [
    ...["", "?sort=createdAt", "?sort=updatedAt:desc", "?sort=title", "?sort=title:desc", "?sort=price", "?page=2&pageSize=2"].map(
      (query) => list(`/products${query}`, 5 + own),
    ),
    // Words as they are, as they begin, and with a letter wrong.
    ...["chair", "cha", "chiar", "chairr", "staff%20chair"].map((q) => list(`/products?q=${q}`, q.startsWith("staff") ? 1 : 2)),
    ...[
      list("/products?q=benh", 1),
      ...["mark", swapped(word)].map((q) => list(`/products?q=${q}&sort=price`, 5 + own)),
      list("/products?q=sku", 0),
      list("/products?q=GIFT", 1),
    ],
    // Finds `lykt`, but not where a word begins with it.
    { path: `${shop}/products?q=lyt`, total: 1, shows: own ? `own-${mark}` : "lykt-lamp" },
    ...[`mark`, word, `${word}x`, swapped(word)].map((q) => list(`/products?q=${q}`, 5 + own)),
    ...[
      ...["mark", swapped(word)].map((q) => list(`/products?q=${q}&category=furniture&minPrice=1&maxPrice=50000`, inFurniture - 1)),
      list("/products?q=chair&status=DRAFT", 0),
    ],
    ...["category=furniture", `categoryId=${id("categories furniture")}`, "category=furniture&sort=price"].map((filter) =>
      list(`/products?${filter}`, inFurniture),
    ),
    ...["chairs", "benches", "lamps"].flatMap((slug) => [
      list(`/products?category=${slug}`, 1),
      list(`/products?categoryId=${id(`categories ${slug}`)}`, 1),
    ]),
    list(`/products?categoryId=${id("categories seating")}&category=chairs`, 1),
    ...["furniture lamps", "lamps furniture"].map((pair) => {
      const [first, second] = pair.split(" ");
      return list(`/products?categoryId=${id(`categories ${first}`)}&category=${second}`, inFurniture - 2);
    }),
    ...[list("/products?category=staff-only", 0), list(`/products?categoryId=${id("categories staff-only")}`, 0)],
    ...[list("/products?minPrice=18900&maxPrice=39000", 2), list("/products?maxPrice=100", 2 + own), list("/products?minPrice=60000", 1)],
    ...[list("/products?status=ACTIVE", 5 + own), list("/products?status=DRAFT", 0), list("/products?status=ARCHIVED", 0)],
    ...["fjell-chair", "brygge-bench", "lykt-lamp", "gift", "staff-chair"].flatMap((slug) => [
      { path: `${shop}/products/slug/${slug}`, shows: `"${mark} ${slug.replace("-", " ")}"` },
      { path: `${shop}/products/${id(`products ${slug}`)}`, shows: `"${slug}"` },
    ]),
    ...["", "?sort=title", "?sort=createdAt:desc", "?page=2&pageSize=2", `?q=mark`, `?q=${word}`, `?q=${swapped(word)}`].map((query) =>
      list(`/categories${query}`, 5 + own),
    ),
    ...[list("/categories?q=chiars", 1), list("/categories?q=staff", 0), list("/categories?status=HIDDEN", 0)],
    ...[
      list("/categories?tree=true", roots + own),
      list("/categories?tree=true&q=chairs", 1),
      ...["", "&sort=title"].map((sort) => list(`/categories?tree=true&q=${swapped(word)}${sort}`, roots + own)),
    ],
    ...["furniture", "seating", "chairs", "benches", "lamps"].flatMap((slug) => [
      { path: `${shop}/categories/slug/${slug}`, shows: `"${mark} ${slug}"` },
      { path: `${shop}/categories/${id(`categories ${slug}`)}`, shows: `"${slug}"` },
    ]),
    list("/subscriptions/plans", 2 + own),
    // What the site has, and does not show.
    ...["products secret-prototype", "products old-stool", "categories staff-only", "categories below-hidden"].flatMap((name) => [
      { path: `${shop}/${name.replace(" ", "/slug/")}`, shows: undefined },
      { path: `${shop}/${name.split(" ")[0] ?? ""}/${id(name)}`, shows: undefined },
    ]),
  ];
}

/** What others have and this site has not. */
function foreignCells({ mark }: Twin, twins: readonly Twin[]): Cell[] {
  const gone = (path: string): Cell => ({ path, shows: undefined });
  const empty = (path: string): Cell => ({ path: shop + path, shows: '"data":[]', total: 0 });
  const others = marks.filter((other) => other !== mark && other !== "mark-gamma");
  return [
    ...marks
      .filter((other) => other !== mark)
      .flatMap((other) => {
        const word = other.slice("mark-".length);
        return [word, `${word}x`, swapped(word)].flatMap((q) => [
          empty(`/products?q=${q}`),
          empty(`/categories?q=${q}`),
          empty(`/categories?tree=true&q=${q}`),
        ]);
      }),
    ...others.flatMap((other) => {
      const ids = twins.find((twin) => twin.mark === other)?.ids;
      const slug = `own-${other}`;
      const categoryId = ids?.get(`categories ${slug}`) ?? nobody;
      return [
        ...[
          `/pages/${slug}`,
          `/pages/${slug}?locale=de`,
          `/content/note/${slug}`,
          `/content/type-${other}`,
          `/content/type-${other}/x`,
          `/plugins/svc.forms/forms/${slug}`,
        ].map((path) => gone(cms + path)),
        ...[`/products/slug/${slug}`, `/products/${ids?.get(`products ${slug}`) ?? nobody}`].map((path) => gone(shop + path)),
        ...[`/categories/slug/${slug}`, `/categories/${categoryId}`].map((path) => gone(shop + path)),
        ...[empty(`/products?category=${slug}`), empty(`/products?categoryId=${categoryId}`), empty(`/products?q=own-${other}`)],
        empty(`/products?category=${slug}&categoryId=${categoryId}`),
      ];
    }),
  ];
}

/** A word with its first two letters swapped. */
function swapped(word: string): string {
  return word.slice(1, 2) + word.slice(0, 1) + word.slice(2);
}

export interface WalkOptions {
  /** Told before each request whose and what it is. */
  before?(name: string): void;
  /** Leaves out the requests that it says no to. */
  only?(name: string): boolean;
  /** Stops at the first failure. */
  untilFirst?: boolean;
  /** What the sites answered while there was no other: every answer must be the same still, to the byte. */
  alone?: ReadonlyMap<string, string>;
}

/** Walks the matrix and says every way in which a site showed something that is not its own, or not all that is. */
export async function walkTenantMatrix(server: TestServer, twins: readonly Twin[], options: WalkOptions = {}): Promise<string[]> {
  const failures: string[] = [];
  for (const twin of twins) {
    for (const cell of cells(twin, twins)) {
      const name = `${twin.mark} ${cell.path}`;
      if (options.only && !options.only(name)) continue;
      options.before?.(name);
      const { status, text } = await read(server, twin, cell);
      const alone = options.alone?.get(name);
      const faults = [
        ...cellFaults(twin, cell, status, text),
        ...(alone === undefined || alone === text ? [] : ["is not what it was alone"]),
      ];
      failures.push(...faults.map((fault) => `${name} → ${status} ${fault}`));
      if (options.untilFirst && failures.length > 0) return failures;
    }
  }
  return failures;
}

/** What a site answers to each cell, by name: for what cannot depend on its neighbours. */
export async function answersOf(server: TestServer, twin: Twin, twins: readonly Twin[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const cell of cells(twin, twins)) answers.set(`${twin.mark} ${cell.path}`, (await read(server, twin, cell)).text);
  return answers;
}

async function read(server: TestServer, { site }: Twin, { path }: Cell): Promise<{ status: number; text: string }> {
  const response = await fetch(server.url + path, { headers: { "x-api-key": site.key } });
  return { status: response.status, text: (await response.text()).replace(/"requestId":"[^"]+"/, '"requestId":""') };
}

function cellFaults({ mark, shown }: Twin, { path, shows, total: expected }: Cell, status: number, text: string): string[] {
  const faults: string[] = [];
  if (marks.some((other) => other !== mark && text.includes(other))) faults.push("shows another site's text");
  if (text.includes("DRAFT-")) faults.push("shows what is not public");
  if (shows === undefined && status !== 404) faults.push("knows what is another's, or hidden");
  if (shows !== undefined && !(status === 200 && text.includes(shows))) faults.push(`lacks ${shows}`);
  const { total, code, data } = JSON.parse(text) as { total?: number; code?: string; data?: unknown };
  if (path.includes("/content/type-") && code !== "content_type_not_found") faults.push("knows another site's type");
  if (total !== expected) faults.push(`counts ${total}`);
  if (total !== undefined && Array.isArray(data) && data.length !== itemsOfPage(path, total))
    faults.push(`lists ${data.length} of ${total}`);
  const items = [data ?? []].flat() as Item[];
  if (new Set(items.map(({ id }) => id)).size < items.length && !path.endsWith("/block-types")) faults.push("has one thing twice");
  faults.push(...items.flatMap((item) => itemFaults(item, shown)));
  return faults;
}

/** How many items a page has of a list that is as long as this. */
function itemsOfPage(path: string, total: number): number {
  const query = new URLSearchParams(path.split("?")[1]);
  const size = Number(query.get("pageSize") ?? "20");
  return Math.max(0, Math.min(size, total - (Number(query.get("page") ?? "1") - 1) * size));
}

interface Item {
  id?: string;
  slug?: string;
  alternates?: { locale: string }[];
  variants?: { sku: string }[];
  category?: { slug: string } | null;
  productCount?: number;
  children?: Item[];
}

function itemFaults({ slug = "", alternates = [], variants, category, productCount, children = [] }: Item, shown: ShownCatalog): string[] {
  const faults: string[] = [];
  const locales = alternates.map(({ locale }) => locale);
  if (new Set(locales).size < locales.length) faults.push("has another site's alternates");
  if (variants) {
    const product = shown.products.get(slug);
    if (variants.map(({ sku }) => sku).join() !== product?.skus.join()) faults.push(`has other variants in ${slug}`);
    if ((category?.slug ?? null) !== product?.category) faults.push(`has another category in ${slug}`);
  }
  if (productCount !== undefined) {
    if (productCount !== shown.categories.get(slug)?.productCount) faults.push(`counts ${productCount} products in ${slug}`);
    for (const child of children) {
      if (shown.categories.get(child.slug ?? "")?.parent !== slug) faults.push(`has ${child.slug} below ${slug}`);
      faults.push(...itemFaults(child, shown));
    }
  }
  return faults;
}

/** What a search asks for on behalf of a site may have no word of another's, even where no answer could show it. */
export async function searchFaults(sql: Sql, twins: readonly Twin[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { mark, site } of twins) {
    for (const other of marks) {
      const word = other.slice("mark-".length);
      for (const term of [`${word}x`, swapped(word)]) {
        const [row] = await sql<{ query: string | null }>`select search_query(${site.id}, ${[term]}::text[])::text as query`;
        if ((row?.query ?? "").includes(`'${word}'`) !== (other === mark)) faults.push(`${mark} takes ${term} for ${row?.query}`);
      }
    }
    const [row] = await sql<{ query: string | null }>`select search_query(${site.id}, ${["lyt"]}::text[])::text as query`;
    if ((row?.query ?? "").includes("'lykt'") !== (mark === "mark-gamma")) faults.push(`${mark} takes lyt for ${row?.query}`);
  }
  return faults;
}
