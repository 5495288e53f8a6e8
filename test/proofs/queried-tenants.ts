import { cms, type TestServer } from "../kit/harness.ts";
import type { Cell } from "./tenant-cells.ts";
import { linkedPage, marks, type Tenant } from "./tenant-pair.ts";

/*
 * Dishes that queries find: the same documents under the same ids in every site, with other values, references and translations.
 */

const queryable = { "x-queryable": true };
const level = { type: "integer", ...queryable };
const contentTypes = [
  {
    slug: "dish",
    title: "Dish",
    schema: {
      type: "object",
      properties: {
        name: { type: "string", "x-searchable": true },
        level,
        same: level,
        alike: level,
        plate: { $ref: "vitrine:entry", "x-contentType": ["plate"], ...queryable },
        side: { $ref: "vitrine:entry", "x-contentType": ["plate"] },
        good: { $ref: "vitrine:product", ...queryable },
        group: { $ref: "vitrine:category", ...queryable },
        home: { $ref: "vitrine:page", ...queryable },
      },
    },
  },
  { slug: "plate", title: "Plate", schema: { type: "object", properties: { level } } },
];

const baseOf = (mark: string) => 10 * (1 + marks.indexOf(mark));
const wordOf = (mark: string) => mark.slice("mark-".length);

/** The content types and entries of a site. */
export function dishes(mark: string): { contentTypes: object[]; entries: object[] } {
  const base = baseOf(mark);
  const isBeta = mark === "mark-beta";
  // The third names a field otherwise.
  const [dish, plate] = structuredClone(contentTypes) as [{ schema: { properties: Record<string, object> } }, object];
  if (mark !== "mark-gamma") dish.schema.properties.only = level;
  const plateRow = (slug: string, levelOffset: number, more: object = {}) => ({
    contentType: "plate",
    slug,
    locale: "en",
    data: { level: base + levelOffset },
    ...more,
  });
  const toPlate = (slug: string) => ({ entry: { contentType: "plate", slug } });
  const to = (slug: string) => ({ plate: toPlate(slug) });
  const dishRow = (slug: string, data: object, locale = "en") => {
    return { contentType: "dish", slug, locale, data: { name: `${mark} ${slug}`, same: 1, alike: 1, ...data } };
  };
  const [first, last] = mark === "mark-gamma" ? [2, 1] : [1, 2];
  return {
    contentTypes: [dish, plate],
    entries: [
      ...[plateRow("plate-1", 1), plateRow("plate-2", 2), plateRow("plate-3", 3, isBeta ? {} : { status: "DRAFT" })],
      ...(isBeta ? [plateRow("plate-2", 7, { locale: "de" })] : []),
      dishRow("dish-a", { level: base + first, ...to(isBeta ? "plate-2" : "plate-1") }),
      dishRow("dish-b", {
        level: base + last,
        ...to("plate-3"),
        // Another one in the first site and in the last: whichever row comes last shows.
        side: toPlate(mark === "mark-gamma" ? "plate-2" : "plate-1"),
        ...(isBeta ? {} : { good: { product: "fjell-chair" }, group: { category: "seating" } }),
      }),
      dishRow(
        "dish-c",
        isBeta
          ? { ...to("plate-1"), good: { product: "fjell-chair" }, group: { category: "seating" }, home: { page: "about" } }
          : { home: { page: "home" } },
      ),
      dishRow("dish-a", { level: base, ...to("plate-2") }, "de"),
    ],
  };
}

/** References of the first site to goods that only the second has, which no import would save. */
export async function referToForeignCatalogItems(server: TestServer, [first, second]: readonly Tenant[]): Promise<void> {
  if (!first || !second) throw new Error("There must be two sites.");
  const { sql } = server.deps;
  for (const [name, things] of [
    ["good", "products"],
    ["group", "categories"],
  ] as const) {
    const id = second.ids.get(`${things} own-${second.mark}`) ?? "";
    // The columns of fields are in the order of their names.
    const inOrder = ["alike", "good", "group", "home", "level", "only", "plate", "same"];
    const columnsJson = JSON.stringify([{ [`s${inOrder.indexOf(name) + 1}`]: `r${id}` }]);
    await sql`
      update published_rows set
        s2 = coalesce(given.s2, published_rows.s2),
        s3 = coalesce(given.s3, published_rows.s3)
      from json_to_recordset(${columnsJson}::json) as given (s2 text, s3 text)
      where published_rows.site_id = ${first.site.id}
        and published_rows.locale = 'en'
        and published_rows.document_id = (
          select id from documents where site_id = ${first.site.id} and content_type = 'dish' and name = 'dish-a'
        )`;
  }
}

/** Queries of the dishes, with what the site must answer. */
export function dishCells({ mark, ids }: Tenant, tenants: readonly Tenant[]): Cell[] {
  const base = baseOf(mark);
  const isBeta = mark === "mark-beta";
  const isGamma = mark === "mark-gamma";
  const list = (query: string, total: number, shows = total === 0 ? '"data":[]' : mark, type = "dish"): Cell => {
    return { path: `${cms}/content/${type}?${query}`, total, shows };
  };
  const others = marks.filter((other) => other !== mark);
  const inOrder = isGamma ? ["dish-b", "dish-a"] : ["dish-a", "dish-b"];
  const withGood = isBeta ? "dish-c" : "dish-b";
  const chair = ids.get("products fjell-chair") ?? "";
  const seating = ids.get("categories seating") ?? "";
  const counts = [1, 2].map((levelOffset) => `{"value":${base + levelOffset},"count":1}`).join();
  // Only references have these members in this order.
  const linked = `"slug":"${linkedPage(mark)}","locale":"en","title":"${mark} ${linkedPage(mark)} en"`;
  const conditions = [
    ...[list(`where[level]=${base + 1}`, 1), list(`where[level][gt]=${base}`, 2), list("where[level][exists]=false", 1, "dish-c")],
    ...others.flatMap((other) => [1, 2].map((levelOffset) => list(`where[level]=${baseOf(other) + levelOffset}`, 0))),
    // In every order, read for each document and for all at once.
    ...["level", "same,level", "same,alike,level"].flatMap((sort) => [
      ...inOrder.map((slug, index) =>
        list(`where[same]=1&where[level][gt]=0&sort=${sort}&pageSize=1&page=${index + 1}`, 2, `"slug":"${slug}"`),
      ),
      ...inOrder.map((slug, index) => list(`where[level][gt]=0&sort=${sort}&pageSize=1&page=${index + 1}`, 2, `"slug":"${slug}"`)),
    ]),
    // Without a condition: those that have a value, then those that have none.
    ...["level", "level:desc"].flatMap((sort) => {
      const withValue = sort === "level" ? inOrder : inOrder.toReversed();
      return [
        ...[...withValue, "dish-c"].map((slug, at) => list(`sort=${sort}&pageSize=1&page=${at + 1}`, 3, `"slug":"${slug}"`)),
        list(`sort=${sort}&pageSize=1&page=4`, 3, '"data":[]'),
        list(`sort=${sort}&pageSize=2&page=2&include=plate`, 3, isBeta ? `"data":{"level":${base + 1}}` : "dish-c"),
      ];
    }),
    ...[list("where[plate.slug]=plate-1", 1, isBeta ? "dish-c" : "dish-a"), list("where[plate.slug]=plate-3", isBeta ? 1 : 0)],
    ...others.flatMap((other) => [1, 2, 3].map((levelOffset) => list(`where[plate.level]=${baseOf(other) + levelOffset}`, 0))),
    ...[list("where[plate][exists]=true", isBeta ? 3 : 1), list("where[plate.slug]=plate-2", isBeta ? 1 : 0)],
    // In German the plate is what it is in English, unless it is translated.
    ...[list(`locale=de&where[plate.level]=${base + 2}`, isBeta ? 0 : 1), list(`locale=de&where[plate.level]=${base + 7}`, isBeta ? 1 : 0)],
    ...[
      list("where[good.slug]=fjell-chair", 1, withGood),
      list(`where[good]=${chair}`, 1, withGood),
      list("where[good][exists]=true", 1, withGood),
    ],
    ...[
      list("where[group.slug]=seating", 1, withGood),
      list(`where[group]=${seating}`, 1, withGood),
      list("where[group][exists]=true", 1, withGood),
    ],
    ...[list(`where[home.slug]=${isBeta ? "about" : "home"}`, 1, "dish-c"), list(`where[home.slug]=${isBeta ? "home" : "about"}`, 0)],
    ...tenants.flatMap((other) => {
      if (other.mark === mark || other.mark === "mark-gamma") return [];
      const [good, group] = [other.ids.get(`products own-${other.mark}`) ?? "", other.ids.get(`categories own-${other.mark}`) ?? ""];
      return [
        ...[list(`where[good.slug]=own-${other.mark}`, 0), list(`where[group.slug]=own-${other.mark}`, 0)],
        ...[list(`where[good]=${good}`, 0), list(`where[group]=${group}`, 0)],
      ];
    }),
  ];
  const plates = isBeta ? [1, 2, 3] : [1];
  return [
    ...conditions,
    // With a word that all of them have, and counted.
    ...["&q=dish", "&facets=same", "&q=dish&facets=same"].flatMap((more) =>
      conditions.map((cell) => {
        const counted = `"facets":{"same":[${cell.total === 0 ? "" : `{"value":1,"count":${cell.total ?? 0}}`}]}`;
        return { ...cell, path: cell.path + more, shows: more.includes("facets") ? counted : cell.shows };
      }),
    ),
    ...["slug", "slug:desc", "slug&q=dish"].map((sort) => {
      return list(`include=side&sort=${sort}`, 3, `"data":{"level":${base + (isGamma ? 2 : 1)}}`);
    }),
    ...["slug", "slug&q=dish"].flatMap((sort) =>
      plates.map((levelOffset) => list(`include=plate&sort=${sort}`, 3, `"data":{"level":${base + levelOffset}}`)),
    ),
    list("facets=level,same&where[level][gt]=0", 2, `"facets":{"level":[${counts}],"same":[{"value":1,"count":2}]}`),
    // With facets that count all, one of which does, and that count what is found: in every order, and with references.
    ...["facets=same", "facets=same,level", "q=dish&facets=same"].flatMap((counted) => [
      ...["level", "same,level", "same,alike,level"].flatMap((sort) =>
        [...inOrder, "dish-c"].map((slug, at) => {
          return list(`${counted}&where[same]=1&sort=${sort}&pageSize=1&page=${at + 1}`, 3, `"slug":"${slug}"`);
        }),
      ),
      list(`${counted}&where[same]=1&include=side&sort=slug`, 3, `"data":{"level":${base + (isGamma ? 2 : 1)}}`),
    ]),
    ...["", "&q=dish"].flatMap((q) => [
      list(`facets=level&where[level][gt]=0${q}`, 2, `"facets":{"level":[${counts}]}`),
      list(`facets=plate&sort=slug${q}`, 3, `"slug":"plate-${isBeta ? 3 : 1}","locale":"en","title":""},"count":1}]}`),
      list(`facets=good${q}`, 3, `"good":[{"value":{"product":"${chair}","slug":"fjell-chair","title":"${mark} fjell chair"},"count":1}]`),
      list(`facets=group${q}`, 3, `"group":[{"value":{"category":"${seating}","slug":"seating","title":"${mark} seating"},"count":1}]`),
      { path: `${cms}/pages?where[slug]=linked${q.replace("dish", "linked")}`, total: 1, shows: linked },
    ]),
    list("include=good,group", 3, `"title":"${mark} fjell chair"`),
    // Words as they are, as they begin, and with a letter wrong.
    ...[wordOf(mark), `${wordOf(mark)}x`].flatMap((q) => [
      list(`q=${q}`, 3),
      list(`q=${q}&facets=same`, 3, `"same":[{"value":1,"count":3}]`),
    ]),
    ...others.flatMap((other) =>
      [wordOf(other), `${wordOf(other)}x`].flatMap((q) => [list(`q=${q}`, 0), list(`q=${q}&facets=same`, 0, '"same":[]')]),
    ),
    ...["", "&sort=relevance:asc"].flatMap((sort) => [
      list(`q=${wordOf(mark)}x${sort}`, 3),
      list(`q=dish&include=side${sort}`, 3, `"data":{"level":${base + (isGamma ? 2 : 1)}}`),
      ...plates.map((levelOffset) => list(`q=dish&include=plate${sort}`, 3, `"data":{"level":${base + levelOffset}}`)),
    ]),
    { path: `${cms}/pages?q=${wordOf(mark)}&pageSize=1`, total: isGamma ? 11 : 12, shows: mark },
    ...others.map((other): Cell => ({ path: `${cms}/pages?q=${wordOf(other)}`, total: 0, shows: '"data":[]' })),
    ...others.map((other): Cell => ({ path: `${cms}/content/type-${other}?sort=slug`, shows: undefined })),
    // A field that the third does not have.
    isGamma ? { path: `${cms}/content/dish?where[only]=1`, shows: "names no field", status: 400 } : list("where[only]=1", 0),
    ...(isGamma
      ? [{ path: `${cms}/content/dish?fields=only`, shows: "names no member", status: 400 }]
      : [list("fields=only&pageSize=1", 3, "dish-")]),
  ];
}
