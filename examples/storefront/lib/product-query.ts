import { minorUnits } from "@/lib/money";

/** The orders that visitors may choose, by their names in the API. */
export const sortings = {
  newest: "createdAt:desc",
  priceUp: "price:asc",
  priceDown: "price:desc",
  byTitle: "title:asc",
} as const;
export type Sorting = keyof typeof sortings;

/** The filters in the address of a list: ?q=chair&min=50&max=400&sort=priceUp&page=2. Invalid values are left out. */
export interface ProductQuery {
  q: string;
  /** As it was typed. */
  min: string;
  max: string;
  sort: Sorting | "";
  page: number;
}

export type SearchParams = Record<string, string | string[] | undefined>;

export function productQueryOf(params: SearchParams): ProductQuery {
  const text = (name: string) => [params[name]].flat()[0] ?? "";
  const sort = text("sort");
  const page = Number(text("page"));
  return {
    q: text("q").trim().slice(0, 200),
    min: text("min"),
    max: text("max"),
    sort: Object.hasOwn(sortings, sort) ? (sort as Sorting) : "",
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  };
}

/** The same as the API takes it. */
export function productFilter({ q, min, max, sort, page }: ProductQuery, currency: string) {
  const minPrice = minorUnits(min, currency);
  const maxPrice = minorUnits(max, currency);
  return {
    page,
    ...(q ? { q } : {}),
    ...(minPrice === undefined ? {} : { minPrice }),
    ...(maxPrice === undefined ? {} : { maxPrice }),
    ...(sort ? { sort: sortings[sort] } : {}),
  };
}

/** The address of another page of the same list. */
export function addressOfPage(path: string, query: ProductQuery, page: number): string {
  const { q, min, max, sort } = query;
  const members = Object.entries({ q, min, max, sort, page: page > 1 ? String(page) : "" }).filter(([, value]) => value !== "");
  return members.length > 0 ? `${path}?${new URLSearchParams(members).toString()}` : path;
}
