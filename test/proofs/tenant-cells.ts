import { cms, shop } from "../kit/harness.ts";
import { dishCells } from "./queried-tenants.ts";
import { searchCells } from "./searched-tenants.ts";
import { translatedCells } from "./translated-tenants.ts";
import { linkedPage, marks, type Tenant, dollars } from "./tenant-pair.ts";

/** One read of something that a site may have. */
export interface Cell {
  path: string;
  /** The expected text; undefined: it must be the 404 of data that never existed. */
  shows: string | undefined;
  /** With the text, if it is not 200. */
  status?: number;
  /** Of a list. */
  total?: number;
}

/** Data that a site must not know: another site's, and none's. */
const nobody = "nobody";

/** Every read of a site, with the expected mark. */
export function cells(otherTenant: Tenant, tenants: readonly Tenant[]): Cell[] {
  return [
    ...contentCells(otherTenant.mark),
    ...formCells(otherTenant.mark),
    ...catalogCells(otherTenant),
    ...foreignCells(otherTenant, tenants),
    ...dishCells(otherTenant, tenants),
    ...translatedCells(otherTenant),
    ...searchCells(otherTenant),
  ];
}

function contentCells(mark: string): Cell[] {
  const extraCount = mark === "mark-gamma" ? 0 : 1;
  const pages = 12 + extraCount;
  // Only references have these members in this order.
  const linked = `"slug":"${linkedPage(mark)}","locale":"en","title":"${mark} ${linkedPage(mark)} en"`;
  const rows: [string, (number | undefined)?, string?][] = [
    ...[
      ["/block-types", 3] as [string, number],
      ["/pages?", pages, linked] as [string, number, string],
      ["/pages", pages] as [string, number],
      ["/pages?locale=de", 4] as [string, number],
    ],
    ...[["/pages?page=2&pageSize=3", pages] as [string, number], ["/content/note", 1 + extraCount] as [string, number]],
    ...[["/content/blog-post", 3] as [string, number], ["/content/blog-post?locale=de", 1] as [string, number]],
    ...["/pages/home", "/pages/home?locale=de", "/pages/home?locale=pt-BR"].map((path): [string] => [path]),
    ...["/pages/about", "/pages/ueber-uns?locale=de", "/pages/about?locale=de", "/pages/docs/start"].map((path): [string] => [path]),
    ...["/content/blog-post/first", "/content/blog-post/first?locale=de", "/content/note/first"].map((path): [string] => [path]),
    ...["/blog/first", "/blog/third"].map((path): [string] => [path]),
    ...["/content/link", "/content/link?include=inner"].map((path): [string, number, string] => [path, 2, linked]),
    ...["/content/link/inner", "/content/link/outer?include=inner", "/pages/linked"].map((path): [string, undefined, string] => [
      ...([path, undefined, linked] as const),
    ]),
    ["/pages/bound-link", undefined, `"text":"${linkedPage(mark)}"`],
    ["/pages/bound", undefined, `"text":"${mark} note"`],
    ["/pages/bound-product", undefined, `"text":"${mark} fjell chair"`],
    ["/pages/bound-category", undefined, `"text":"${mark} seating"`],
    ["/pages/bound-to-others", undefined, `"text":"${extraCount ? mark : "static"}"`],
  ];
  // The third has no such reference.
  const named = ["/pages/linked?include=only", "/content/link/inner?include=only"].map((path): Cell => {
    return extraCount ? { path: cms + path, shows: linked } : { path: cms + path, shows: "names no reference", status: 400 };
  });
  // The former slug of one site is nothing to another, where the page with the same id has another slug.
  const moved = marks.map((other): Cell => {
    const path = `${cms}/pages/was-${other}`;
    return other === mark
      ? { path, shows: `"movedTo":{"slug":"now-${mark}","locale":"en"}`, status: 404 }
      : { path, shows: '"detail":"Page not found"', status: 404 };
  });
  return [
    ...moved,
    ...rows.map(([path, total, shows = mark]) => ({ path: cms + path, shows, ...(total === undefined ? {} : { total }) })),
    ...named,
  ];
}

function formCells(mark: string): Cell[] {
  const shows = mark === "mark-gamma" ? undefined : mark;
  return ["contact", `own-${mark}`].map((slug) => ({ path: `${cms}/plugins/svc.forms/forms/${slug}`, shows }));
}

function catalogCells({ mark, ids, visibleCatalog }: Tenant): Cell[] {
  const extraCount = mark === "mark-gamma" ? 0 : 1;
  const id = (name: string) => ids.get(name) ?? nobody;
  const word = mark.slice("mark-".length);
  const list = (path: string, total: number): Cell => ({ path: shop + path, total, shows: total === 0 ? '"data":[]' : mark });
  const inFurniture = visibleCatalog.categories.get("furniture")?.productCount ?? 0;
  const roots = mark === "mark-beta" ? 1 : 2;
  return [
    ...["", "?sort=createdAt", "?sort=updatedAt:desc", "?sort=title", "?sort=title:desc", "?sort=price", "?page=2&pageSize=2"].map(
      (query) => list(`/products${query}`, 5 + extraCount),
    ),
    // Words as they are, as they begin, and with a letter wrong.
    ...["chair", "cha", "chiar", "chairr", "staff%20chair"].map((q) => list(`/products?q=${q}`, q.startsWith("staff") ? 1 : 2)),
    ...[
      list("/products?q=benh", 1),
      ...["mark", swapped(word)].map((q) => list(`/products?q=${q}&sort=price`, 5 + extraCount)),
      list("/products?q=sku", 0),
      list("/products?q=GIFT", 1),
    ],
    // Finds `lykt`, but not where a word begins with it.
    { path: `${shop}/products?q=lyt`, total: 1, shows: extraCount ? `own-${mark}` : "lykt-lamp" },
    ...[`mark`, word, `${word}x`, swapped(word)].map((q) => list(`/products?q=${q}`, 5 + extraCount)),
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
    ...[
      list("/products?minPrice=18900&maxPrice=39000", 2),
      list("/products?maxPrice=100", 2 + extraCount),
      list("/products?minPrice=60000", 1),
    ],
    ...[
      { query: "", total: 5 + extraCount },
      { query: "&category=furniture", total: inFurniture },
    ].map(({ query, total }) => ({
      path: `${shop}/products?currency=usd&minPrice=${dollars(mark)}&maxPrice=${dollars(mark)}&sort=title:desc&pageSize=1${query}`,
      total,
      shows: `"price":${dollars(mark)},`,
    })),
    { path: `${shop}/products/slug/fjell-chair?currency=usd`, shows: `"price":${dollars(mark)},` },
    ...[list("/products?status=ACTIVE", 5 + extraCount), list("/products?status=DRAFT", 0), list("/products?status=ARCHIVED", 0)],
    ...["fjell-chair", "brygge-bench", "lykt-lamp", "gift", "staff-chair"].flatMap((slug) => [
      { path: `${shop}/products/slug/${slug}`, shows: `"${mark} ${slug.replace("-", " ")}"` },
      { path: `${shop}/products/${id(`products ${slug}`)}`, shows: `"${slug}"` },
    ]),
    ...["", "?sort=title", "?sort=createdAt:desc", "?page=2&pageSize=2", `?q=mark`, `?q=${word}`, `?q=${swapped(word)}`].map((query) =>
      list(`/categories${query}`, 5 + extraCount),
    ),
    ...[list("/categories?q=chiars", 1), list("/categories?q=staff", 0), list("/categories?status=HIDDEN", 0)],
    ...[
      list("/categories?tree=true", roots + extraCount),
      list("/categories?tree=true&q=chairs", 1),
      ...["", "&sort=title"].map((sort) => list(`/categories?tree=true&q=${swapped(word)}${sort}`, roots + extraCount)),
    ],
    ...["furniture", "seating", "chairs", "benches", "lamps"].flatMap((slug) => [
      { path: `${shop}/categories/slug/${slug}`, shows: `"${mark} ${slug}"` },
      { path: `${shop}/categories/${id(`categories ${slug}`)}`, shows: `"${slug}"` },
    ]),
    list("/subscriptions/plans", 2 + extraCount),
    // Data that the site has, and does not show.
    ...["products secret-prototype", "products old-stool", "categories staff-only", "categories below-hidden"].flatMap((name) => [
      { path: `${shop}/${name.replace(" ", "/slug/")}`, shows: undefined },
      { path: `${shop}/${name.split(" ")[0] ?? ""}/${id(name)}`, shows: undefined },
    ]),
  ];
}

/** Data that others have and this site has not. */
function foreignCells({ mark }: Tenant, tenants: readonly Tenant[]): Cell[] {
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
      const ids = tenants.find((otherTenant) => otherTenant.mark === other)?.ids;
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
export function swapped(word: string): string {
  return word.slice(1, 2) + word.slice(0, 1) + word.slice(2);
}
