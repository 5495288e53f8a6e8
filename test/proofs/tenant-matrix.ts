import type { Sql } from "../../server/src/ports/database.ts";
import type { TestServer } from "../kit/harness.ts";
import { cells, swapped, type Cell } from "./tenant-cells.ts";
import { marks, type ShownCatalog, type Tenant } from "./tenant-pair.ts";

export interface WalkOptions {
  /** Called before each request with its site and name. */
  before?(name: string): void;
  /** Filters the requests. */
  only?(name: string): boolean;
  /** Stops at the first failure. */
  untilFirst?: boolean;
  /** The responses of the sites while there was no other: every response must still be the same, to the byte. */
  alone?: ReadonlyMap<string, string>;
}

/** Walks the matrix and returns every way in which a site showed data that is not its own, or not all of its own. */
export async function walkTenantMatrix(server: TestServer, tenants: readonly Tenant[], options: WalkOptions = {}): Promise<string[]> {
  const failures: string[] = [];
  for (const otherTenant of tenants) {
    for (const cell of cells(otherTenant, tenants)) {
      const name = `${otherTenant.mark} ${cell.path}`;
      if (options.only && !options.only(name)) continue;
      options.before?.(name);
      const { status, text } = await read(server, otherTenant, cell);
      const alone = options.alone?.get(name);
      const errors = [
        ...cellErrors(otherTenant, cell, status, text),
        ...(alone === undefined || alone === text ? [] : ["differs from the response alone"]),
      ];
      failures.push(...errors.map((error) => `${name} → ${status} ${error}`));
      if (options.untilFirst && failures.length > 0) return failures;
    }
  }
  return failures;
}

/** A site's response to each cell, by name: for reads that cannot depend on other sites. */
export async function answersOf(server: TestServer, otherTenant: Tenant, tenants: readonly Tenant[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const cell of cells(otherTenant, tenants))
    answers.set(`${otherTenant.mark} ${cell.path}`, (await read(server, otherTenant, cell)).text);
  return answers;
}

async function read(server: TestServer, { site }: Tenant, { path }: Cell): Promise<{ status: number; text: string }> {
  const response = await fetch(server.url + path, { headers: { "x-api-key": site.key } });
  return { status: response.status, text: (await response.text()).replace(/"requestId":"[^"]+"/, '"requestId":""') };
}

function cellErrors(
  { mark, visibleCatalog }: Tenant,
  { path, shows, status: wanted = 200, total: expected }: Cell,
  status: number,
  text: string,
): string[] {
  const errors: string[] = [];
  if (marks.some((other) => other !== mark && text.includes(other))) errors.push("shows another site's text");
  if (text.includes("DRAFT-")) errors.push("shows unpublished data");
  if (shows === undefined && status !== 404) errors.push("knows another site's or hidden data");
  if (shows !== undefined && !(status === wanted && text.includes(shows))) errors.push(`lacks ${shows}`);
  const { total, code, data } = JSON.parse(text) as { total?: number; code?: string; data?: unknown };
  if (path.includes("/content/type-") && code !== "content_type_not_found") errors.push("knows another site's type");
  if (total !== expected) errors.push(`counts ${total}`);
  if (total !== undefined && Array.isArray(data) && data.length !== itemsOfPage(path, total))
    errors.push(`lists ${data.length} of ${total}`);
  const items = [data ?? []].flat() as Item[];
  if (new Set(items.map(({ id, type }) => `${type} ${id}`)).size < items.length && !path.endsWith("/block-types"))
    errors.push("has one thing twice");
  errors.push(...items.flatMap((item) => itemErrors(item, visibleCatalog)));
  return errors;
}

/** The number of items on a page of a list of this length. */
function itemsOfPage(path: string, total: number): number {
  const query = new URLSearchParams(path.split("?")[1]);
  const size = Number(query.get("pageSize") ?? "20");
  return Math.max(0, Math.min(size, total - (Number(query.get("page") ?? "1") - 1) * size));
}

interface Item {
  id?: string;
  /** In lists of several kinds. */
  type?: string;
  slug?: string;
  alternates?: { locale: string; slug: string }[];
  variants?: { sku: string }[];
  category?: { slug: string } | null;
  productCount?: number;
  children?: Item[];
}

function itemErrors(item: Item, visibleCatalog: ShownCatalog): string[] {
  const { alternates = [], variants, category, productCount, children = [] } = item;
  const ownSlug = (listedItem: Item) => listedItem.alternates?.find(({ locale }) => locale === "en")?.slug ?? listedItem.slug ?? "";
  const slug = ownSlug(item);
  const errors: string[] = [];
  const locales = alternates.map(({ locale }) => locale);
  if (new Set(locales).size < locales.length) errors.push("has another site's alternates");
  if (variants) {
    const product = visibleCatalog.products.get(slug);
    if (variants.map(({ sku }) => sku).join() !== product?.skus.join()) errors.push(`has other variants in ${slug}`);
    const shownCategory = category ? (visibleCatalog.translatedCategories.get(category.slug) ?? category.slug) : null;
    if (shownCategory !== product?.category) errors.push(`has another category in ${slug}`);
  }
  if (productCount !== undefined) {
    if (productCount !== visibleCatalog.categories.get(slug)?.productCount) errors.push(`counts ${productCount} products in ${slug}`);
    for (const child of children) {
      if (visibleCatalog.categories.get(ownSlug(child))?.parent !== slug) errors.push(`has ${child.slug} below ${slug}`);
      errors.push(...itemErrors(child, visibleCatalog));
    }
  }
  return errors;
}

/** A search on behalf of a site may have no word of another's in its query, even if no response could show it. */
export async function searchErrors(sql: Sql, tenants: readonly Tenant[]): Promise<string[]> {
  const errors: string[] = [];
  for (const { mark, site } of tenants) {
    for (const other of marks) {
      const word = other.slice("mark-".length);
      for (const term of [`${word}x`, swapped(word)]) {
        const [row] = await sql<{ query: string | null }>`select search_query(${site.id}, ${"catalog"}, ${[term]}::text[])::text as query`;
        if ((row?.query ?? "").includes(`'${word}'`) !== (other === mark)) errors.push(`${mark} takes ${term} for ${row?.query}`);
      }
    }
    const [row] = await sql<{ query: string | null }>`select search_query(${site.id}, ${"catalog"}, ${["lyt"]}::text[])::text as query`;
    if ((row?.query ?? "").includes("'lykt'") !== (mark === "mark-gamma")) errors.push(`${mark} takes lyt for ${row?.query}`);
  }
  return errors;
}
