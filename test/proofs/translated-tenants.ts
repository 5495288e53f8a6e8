import type { sampleCatalog } from "../kit/sample-catalog.ts";
import { cms, shop } from "../kit/harness.ts";
import type { Cell } from "./tenant-cells.ts";
import { marks, type Tenant } from "./tenant-pair.ts";

/*
 * The catalogue in German: the first two sites give the same slugs to different items, and the third translates nothing but lamps,
 * which have other ids there.
 */

const isTranslated = (mark: string) => mark !== "mark-gamma";

/** The slugs that the items have in German, and the words that they have there. */
function translationsOf(mark: string): Record<string, { slug?: string; title: string }> {
  if (!isTranslated(mark)) {
    return { "lykt-lamp": { slug: "licht", title: `${mark} Licht` }, lamps: { slug: "licht", title: `${mark} Leuchten` } };
  }
  const [first, second] = mark === "mark-alpha" ? ["eins", "zwei"] : ["zwei", "eins"];
  return {
    "fjell-chair": { slug: first, title: `${mark} Sitz` },
    "brygge-bench": { slug: second, title: `${mark} Lang` },
    "secret-prototype": { slug: "geheim", title: `DRAFT-${mark} Geheim` },
    seating: { slug: first, title: `${mark} Sitze` },
    lamps: { slug: second, title: `${mark} Leuchten` },
    chairs: { title: `${mark} Stuehle` },
    "staff-only": { slug: "geheim", title: `DRAFT-${mark} Geheim` },
    "care-year": { title: `${mark} Pflege` },
  };
}

/** Translates the catalogue of a site in place. */
export function translate({ categories, products, plans }: ReturnType<typeof sampleCatalog>, mark: string): void {
  const translations = translationsOf(mark);
  for (const item of [...categories, ...products]) {
    if (translations[item.slug]) Object.assign(item, { translations: { de: translations[item.slug] } });
  }
  for (const plan of plans) {
    const words = translations[plan.slug];
    if (words) Object.assign(plan, { translations: { de: { name: words.title } } });
  }
}

/** A page and an entry in German that show it. */
export function translatedContent(mark: string): { pages: object[]; entries: object[] } {
  const bindings = [
    { source: "product", slug: "fjell-chair", path: "/title" },
    { source: "product", slug: "fjell-chair", path: "/category/title" },
    { source: "category", slug: "seating", path: "/title" },
  ];
  return {
    pages: [
      {
        slug: "bound-german",
        locale: "de",
        title: `${mark} bound`,
        composition: bindings.map((binding) => ({ type: "text", props: { text: "static" }, bindings: { "/text": binding } })),
      },
    ],
    entries: [
      {
        contentType: "dish",
        slug: "dish-german",
        locale: "de",
        data: { name: mark, good: { product: "fjell-chair" }, group: { category: "seating" } },
      },
      {
        contentType: "dish",
        slug: "dish-plain",
        locale: "de",
        data: { name: mark, good: { product: "gift" }, group: { category: "furniture" } },
      },
    ],
  };
}

/** Reads of the catalogue in German, with what the site must answer. */
export function translatedCells({ mark, ids, visibleCatalog }: Tenant): Cell[] {
  const hasOwnTranslation = isTranslated(mark);
  const words = translationsOf(mark);
  const others = marks.filter((other) => other !== mark);
  const word = mark.slice("mark-".length);
  const list = (path: string, total: number): Cell => ({ path: shop + path, total, shows: total === 0 ? '"data":[]' : mark });
  const item = (path: string, ...shows: (string | undefined)[]): Cell[] => shows.map((text) => ({ path: shop + path, shows: text }));
  const count = visibleCatalog.products.size;
  const slugOf = (title: string) => Object.values(words).find((each) => each.title === `${mark} ${title}`)?.slug ?? "none";
  const inSeating = visibleCatalog.categories.get("seating")?.productCount ?? 0;
  const chair = hasOwnTranslation
    ? [`"title":"${mark} Sitz"`, `"title":"${mark} Stuehle"`, '"alternates":[{"locale":"en","slug":"fjell-chair"}]']
    : [`"title":"${mark} fjell chair"`, `"title":"${mark} chairs"`, '"locale":"en","alternates":[]'];
  const seating = hasOwnTranslation
    ? [`"title":"${mark} Sitze"`, '"alternates":[{"locale":"en","slug":"seating"}]']
    : [`"title":"${mark} seating"`, '"locale":"en","alternates":[]'];
  const bound = hasOwnTranslation ? ["Sitz", "Stuehle", "Sitze"] : ["fjell chair", "chairs", "seating"];
  const byWord = (q: string, products: number, categories: number) => [
    ...["", "&sort=price", "&category=furniture"].map((more) =>
      list(`/products?locale=de&q=${q}${more}`, more.includes("category") ? Math.min(products, inFurniture(visibleCatalog)) : products),
    ),
    ...["", "&sort=title"].map((more) => list(`/categories?locale=de&q=${q}${more}`, categories)),
  ];
  // The former slug of one site is nothing to another, where the item with the same id has another slug.
  const moved = marks.flatMap((other) =>
    [
      ["products", "Product", "brygge-bench", hasOwnTranslation ? slugOf("Lang") : "brygge-bench"],
      ["categories", "Category", "seating", hasOwnTranslation ? slugOf("Sitze") : "seating"],
    ].flatMap(([kind, name, slug, german]) =>
      ["", "?locale=de"].map((query): Cell => {
        const movedTo = query === "" ? slug : german;
        const shows = other === mark ? `"movedTo":{"slug":"${movedTo}"}` : `"detail":"${name} not found"`;
        return { path: `${shop}/${kind}/slug/was-${other}${query}`, shows, status: 404 };
      }),
    ),
  );
  return [
    ...moved,
    ...["fjell-chair", ids.get("products fjell-chair") ?? ""].flatMap((name, at) =>
      item(`/products/${at === 0 ? "slug/" : ""}${name}?locale=de`, ...chair),
    ),
    ...["seating", ids.get("categories seating") ?? ""].flatMap((name, at) =>
      item(`/categories/${at === 0 ? "slug/" : ""}${name}?locale=de`, ...seating),
    ),
    // Without a translation, or, in the third, under an id that is something else's in the others.
    ...["brygge-bench", "lykt-lamp", "gift"].flatMap((slug) => {
      const path = `/products/slug/${slug}?locale=de`;
      return item(path, `"sku":"${slug === "gift" ? "GIFT" : slug === "lykt-lamp" ? "LYKT-28" : "BRYGGE"}"`);
    }),
    ...["furniture", "chairs", "benches", "lamps"].flatMap((slug) =>
      [`slug/${slug}`, ids.get(`categories ${slug}`) ?? ""].flatMap((name) =>
        item(
          `/categories/${name}?locale=de`,
          `"title":"${words[slug]?.title ?? `${mark} ${slug}`}"`,
          ...(words[slug] ? [] : ['"locale":"en","alternates":[]']),
        ),
      ),
    ),
    ...["eins", "zwei"].flatMap((slug) => {
      const named = (titles: string[]) => titles.find((title) => slugOf(title) === slug);
      const [product, category] = [named(["Sitz", "Lang"]), named(["Sitze", "Leuchten"])];
      return [
        ...item(`/products/slug/${slug}?locale=de`, product && `"title":"${mark} ${product}"`),
        ...item(`/categories/slug/${slug}?locale=de`, category && `"title":"${mark} ${category}"`),
        list(`/products?category=${slug}&locale=de`, category === "Sitze" ? inSeating : category === "Leuchten" ? 1 : 0),
      ];
    }),
    ...item("/products/slug/geheim?locale=de", undefined),
    ...item("/categories/slug/geheim?locale=de", undefined),
    ...others.flatMap((other) => [
      ...item(`/products/slug/own-${other}?locale=de`, undefined),
      ...item(`/categories/slug/own-${other}?locale=de`, undefined),
      list(`/products?category=own-${other}&locale=de`, 0),
    ]),
    ...["", "&sort=title", "&sort=title:desc", "&sort=title&page=2&pageSize=2", "&sort=title&minPrice=0"].map((more) =>
      list(`/products?locale=de${more}`, count),
    ),
    ...["lamps", "seating"].flatMap((slug) =>
      ["", "&sort=title"].map((sort) => list(`/products?locale=de&category=${slug}${sort}`, slug === "lamps" ? 1 : inSeating)),
    ),
    ...["", "&sort=title", "&page=2&pageSize=2"].map((more) => list(`/categories?locale=de${more}`, visibleCatalog.categories.size)),
    list("/categories?locale=de&tree=true", roots(visibleCatalog)),
    list(`/categories?locale=de&tree=true&q=${word}x`, roots(visibleCatalog)),
    list(`/products?locale=de&q=${word}&category=lamps`, 1),
    // Words as they are, and with a letter wrong.
    ...[word, `${word}x`].flatMap((q) => byWord(q, count, visibleCatalog.categories.size)),
    ...others.flatMap((other) => [other.slice("mark-".length), `${other.slice("mark-".length)}x`].flatMap((q) => byWord(q, 0, 0))),
    list("/products?locale=de&q=geheim", 0),
    list("/categories?locale=de&q=geheim", 0),
    {
      path: `${shop}/subscriptions/plans?locale=de`,
      total: hasOwnTranslation ? 3 : 2,
      shows: `"${mark} ${hasOwnTranslation ? "Pflege" : "Care, a year"}"`,
    },
    ...bound.map((title): Cell => ({ path: `${cms}/pages/bound-german?locale=de`, shows: `"text":"${mark} ${title}"` })),
    ...["", "&include=good,group"].flatMap((include): Cell[] => {
      const path = `${cms}/content/dish/dish-german?locale=de${include}`;
      const named = [
        `"slug":"${words["fjell-chair"]?.slug ?? "fjell-chair"}","title":"${mark} ${bound[0]}"`,
        `"slug":"${words.seating?.slug ?? "seating"}","title":"${mark} ${bound[2]}"`,
      ];
      const plain = [`"slug":"gift","title":"${mark} gift"`, `"slug":"furniture","title":"${mark} furniture"`];
      return [
        ...plain.map((text) => ({ path: path.replace("dish-german", "dish-plain"), shows: text })),
        ...[...named, ...(include ? [`"title":"${mark} ${bound[1]}"`] : [])].map((text) => ({ path, shows: text })),
      ];
    }),
  ];
}

const inFurniture = (visibleCatalog: Tenant["visibleCatalog"]) => visibleCatalog.categories.get("furniture")?.productCount ?? 0;
const roots = (visibleCatalog: Tenant["visibleCatalog"]) =>
  [...visibleCatalog.categories.values()].filter(({ parent }) => parent === null).length;
