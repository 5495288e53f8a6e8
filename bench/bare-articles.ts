import { entryJson } from "../server/src/features/content/rendering/entry.ts";
import type { PublishedDocument } from "../server/src/features/content/rendering/document.ts";
import { pagedJson } from "../server/src/lib/http/paging.ts";
import { barePool } from "./bare-pool.ts";
import { serveBare } from "./bare.ts";

/** Answers lists of articles from `plain_articles` (plain-articles.ts) as a developer would by hand. */
export interface BareArticles {
  url: string;
  poolSize: number;
  siteId: string;
}

type Row = PublishedDocument & { total: number; facets: string | null };

const comparisons: Readonly<Record<string, string>> = {
  "where[minutes][lte]": "minutes <= $::int",
  "where[minutes][gt]": "minutes > $::int",
  "where[minutes][in]": "minutes = any ($::int[])",
  "where[tags][in]": "tags && $::text[]",
  "where[level]": "level = $::text",
};
const counted: Readonly<Record<string, string>> = { minutes: "minutes", level: "level", tags: "unnest(tags)" };
const orders: Readonly<Record<string, string>> = { minutes: "minutes, id", title: "title, id", newest: "published_at desc, id" };

serveBare(({ url: databaseUrl, poolSize, siteId }: BareArticles) => {
  const pool = barePool({ url: databaseUrl, poolSize });
  const names = new Map<string, string>();

  const answer = async (query: URLSearchParams): Promise<string> => {
    const values: unknown[] = [siteId];
    const where = [...query].flatMap(([name, value]) => {
      const comparison = comparisons[name];
      if (comparison === undefined) return [];
      values.push(comparison.includes("[]") ? value.split(",") : value);
      return [comparison.replace("$", () => `$${values.length}`)];
    });
    const from = `from plain_articles where ${["site_id = $1", ...where].join(" and ")}`;
    const facets = (query.get("facets") ?? "").split(",").filter(Boolean);
    const countOf = (name: string) => `(
      select coalesce(json_agg(json_build_object('value', value, 'count', count) order by count desc, value), '[]')
      from (
        select value, count(*)::int as count from (select ${counted[name] ?? ""} as value ${from}) as every
        where value is not null group by value order by count desc, value limit 50
      ) as frequent)`;
    const facetsJson = `json_build_object(${facets.map((name) => `'${name}', ${countOf(name)}`).join(", ")})::text`;
    const order = orders[query.get("sort") ?? "newest"] ?? "";
    const page = Number(query.get("page") ?? 1);
    values.push((page - 1) * 20);
    const text = `
      select counted.total, counted.facets, item.*
      from (select (select count(*)::int ${from}) as total, ${facetsJson} as facets) as counted
      left join lateral (
        select id, slug, 'en' as locale, published_at as "publishedAt", first_published_at as "firstPublishedAt",
          created_at as "createdAt", updated_at as "updatedAt", '[]' as alternates, data as content
        ${from} order by ${order} limit 20 offset $${values.length}
      ) as item on true`;
    const name = names.get(text) ?? `list_${names.size}`;
    names.set(text, name);
    const { rows } = await pool.query<Row>({ name, text, values });
    const items = rows.filter(({ id }) => (id as string | null) !== null).map((row) => entryJson("article", row));
    const first = rows[0] as Row;
    return pagedJson(
      items,
      { page, pageSize: 20 },
      first.total,
      facets.length > 0 ? `,"facets":${JSON.stringify(JSON.parse(first.facets ?? "{}"))}` : "",
    );
  };

  return ({ url = "" }, response) =>
    void answer(new URL(url, "http://localhost").searchParams).then(
      (text) => {
        const body = Buffer.from(text);
        response.writeHead(200, ["content-type", "application/json; charset=utf-8", "content-length", String(body.length)]).end(body);
      },
      (error: unknown) => response.writeHead(500, { "content-length": "0" }).end(String(error)),
    );
});
