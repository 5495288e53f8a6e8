import type { ValidationError } from "../../../lib/http/problem.ts";
import type { DiscountBody } from "../../../lib/totals/discount-rules.ts";
import type { Sql } from "../../../ports/database.ts";

/** The items of a discount by id, so that it stays theirs when somebody renames them. */
export interface DiscountItems {
  categories: readonly string[];
  products: readonly string[];
  variants: readonly string[];
}

type ItemNames = NonNullable<DiscountBody["appliesTo"]>;

/** The ids of named items, and an error for each name that the site does not have. */
export async function findItems(
  sql: Sql,
  siteId: string,
  { categories = [], products = [], skus = [] }: ItemNames,
): Promise<{ items: DiscountItems; errors: ValidationError[] }> {
  // The types of a union's columns all allow null.
  const rows = await sql<{ kind: string | null; id: string | null; name: string | null }>`
    select 'categories' as kind, id, slug as name from categories where site_id = ${siteId} and slug = any (${categories}::text[])
    union all
    select 'products', id, slug from products where site_id = ${siteId} and slug = any (${products}::text[])
    union all
    select 'skus', id, sku from variants where site_id = ${siteId} and sku = any (${skus}::text[])`;
  const ids = new Map(rows.flatMap(({ kind, id, name }) => (id === null ? [] : [[`${kind}/${name}`, id]])));
  const errors: ValidationError[] = [];
  const idsOf = (kind: keyof ItemNames, names: readonly string[], what: string) =>
    names.flatMap((name, index) => {
      const id = ids.get(`${kind}/${name}`);
      if (id !== undefined) return [id];
      errors.push({
        path: `/appliesTo/${kind}/${index}`,
        code: "value",
        message: `is no ${what} of the site: choose one of the catalogue`,
      });
      return [];
    });
  const items = {
    categories: idsOf("categories", categories, "category"),
    products: idsOf("products", products, "product"),
    variants: idsOf("skus", skus, "SKU"),
  };
  return { items, errors };
}

/** The names of the items of discounts as they are called now, in their places. What was deleted is left out; null: all items. */
export async function readItemNames(sql: Sql, siteId: string, lists: readonly (DiscountItems | null)[]): Promise<(ItemNames | null)[]> {
  const ids = lists.flatMap((items) => (items ? [...items.categories, ...items.products, ...items.variants] : []));
  if (ids.length === 0) return lists.map((items) => items && {});
  // The types of a union's columns all allow null.
  const rows = await sql<{ id: string | null; name: string | null }>`
    select id, slug as name from categories where site_id = ${siteId} and id = any (${ids}::uuid[])
    union all
    select id, slug from products where site_id = ${siteId} and id = any (${ids}::uuid[])
    union all
    select id, sku from variants where site_id = ${siteId} and id = any (${ids}::uuid[])`;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const namesOf = (list: readonly string[]) => list.flatMap((id) => names.get(id) ?? []).sort();
  return lists.map((items) => {
    if (!items) return null;
    const [categories, products, skus] = [items.categories, items.products, items.variants].map(namesOf);
    return {
      ...(categories?.length && { categories }),
      ...(products?.length && { products }),
      ...(skus?.length && { skus }),
    };
  });
}
