import { connectPostgres } from "../server/src/adapters/postgres.ts";
import type { Database } from "../server/src/ports/database.ts";
import { comparison, type Comparison } from "./against-bare.ts";
import { backendSeconds } from "./backend-seconds.ts";
import type { BareArticles } from "./bare-articles.ts";
import { startBare } from "./bare.ts";
import { ask, requestText, type Read } from "./exchange.ts";
import { serialMark } from "./serial-mark.ts";
import type { ServerProcess } from "./process.ts";
import { connections, loadInTurn, median, type Bench } from "./rounds.ts";
import { poolSize } from "./uncached.ts";

/** A table with a column and an index for each field of the articles of all sites, as a developer would build it for them alone. */
export async function addPlainArticles(databaseUrl: string): Promise<void> {
  await using(databaseUrl, (sql) =>
    sql.begin(
      (tx) =>
        tx.script(`
          create table plain_articles as
          select places.site_id, places.document_id as id, places.slug, versions.content ->> 'title' collate "C" as title,
            (versions.content ->> 'minutes')::int as minutes, versions.content ->> 'level' collate "C" as level,
            array(select distinct json_array_elements_text(versions.content::json -> 'tags')) as tags,
            places.published_at, places.first_published_at, places.created_at, versions.created_at as updated_at, versions.content::text as data
          from published_places as places
          join versions on versions.site_id = places.site_id and versions.id = places.published_version_id
          where places.content_type = 'article';
          alter table plain_articles add primary key (site_id, id);
          create index on plain_articles (site_id, slug);
          create index on plain_articles (site_id, title);
          create index on plain_articles (site_id, minutes);
          create index on plain_articles (site_id, level);
          create index on plain_articles using gin (tags);
          create index on plain_articles (site_id, published_at desc);
          create table plain_tags as select site_id, unnest(tags) as tag, id from plain_articles;
          create index on plain_tags (site_id, tag);`),
      { statementTimeoutMs: 120_000 },
    ),
  );
}

/** Loads lists of articles, all different, from a bare server over the plain table and from Vitrine in turn. Processor time includes the database's. */
export async function compareWithPlain(
  bench: Bench,
  vitrine: ServerProcess,
  url: string,
  read: (query: string) => Read,
): Promise<Comparison[]> {
  return using(url, async (sql) => {
    const [site] = await sql<{ id: string }>`select id from sites where slug = 'queries-0'`;
    if (!site) throw new Error("The bench has no site.");
    const bare = await startBare(bench.scratch, "bare-articles.ts", { url, poolSize, siteId: site.id } satisfies BareArticles);
    const timedBench: Bench = { ...bench, databaseSeconds: () => backendSeconds(sql) };
    const all: Comparison[] = [];
    for (const { name, query } of kinds) {
      const reads = Array.from({ length: connections }, (_, index) => read(query(index)));
      await requireSameLists(bare.port, vitrine.port, reads);
      const rounds = await loadInTurn(timedBench, [bare, vitrine], reads.map(requestText), 200);
      all.push(comparison(`entries ${name}, cache off`, 0.6, rounds));
    }
    await bare.stop();
    return all;
  });
}

/** The mark is another number in each request: no query is like another, and each finds the same with it as without. */
const kinds: readonly { name: string; query: (index: number) => string }[] = [
  { name: "by one tag", query: (index) => `where[tags][in]=tag-${index},none-${serialMark}` },
  { name: "by a range, sorted", query: (index) => `where[minutes][gt]=-${serialMark}&where[minutes][lte]=${20 + 5 * index}&sort=minutes` },
  {
    name: "by two conditions",
    query: (index) => `where[level]=hard&where[minutes][gt]=-${serialMark}&where[minutes][lte]=${20 + 5 * index}`,
  },
  { name: "by a tag and a level", query: (index) => `where[tags][in]=tag-${index},none-${serialMark}&where[level]=hard` },
  { name: "by one value, by title", query: (index) => `where[minutes][in]=${index},-${serialMark}&sort=title` },
  { name: "by one value, with two facets", query: (index) => `where[minutes][in]=${index},-${serialMark}&facets=level,tags` },
  { name: "by title, any page", query: (index) => `where[minutes][gt]=-${serialMark}&sort=title&page=${1 + 70 * index}` },
  { name: "with three facets over all", query: () => `where[minutes][gt]=-${serialMark}&facets=level,tags,minutes` },
];

async function requireSameLists(barePort: number, vitrinePort: number, reads: readonly Read[]): Promise<void> {
  for (const { path, headers } of reads) {
    const read = { path: path.replaceAll(serialMark, "10000000"), headers };
    const [bare, vitrine] = [await ask(barePort, read), await ask(vitrinePort, read)];
    if (vitrine.status !== 200 || bare.body !== vitrine.body) throw new Error(`The servers answer differently: ${read.path}`);
  }
}

/** Says how quick the machine is: the time in which PostgreSQL counts the tags of the large site in an index. */
export async function countTags(url: string): Promise<{ values: number; ms: number }> {
  return using(url, async (sql) => {
    const times: number[] = [];
    let values = 0;
    for (let again = 0; again < 9; again += 1) {
      const beganAt = performance.now();
      const tags = await sql<{ count: number }>`
        select count(*)::int as count from plain_tags
        where site_id = (select id from sites where slug = 'queries-0') group by tag`;
      times.push(performance.now() - beganAt);
      values = tags.reduce((sum, { count }) => sum + count, 0);
    }
    return { values, ms: median(times) };
  });
}

async function using<Result>(url: string, work: (sql: Database) => Promise<Result>): Promise<Result> {
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.close();
  }
}
