import { addMember } from "../kit/admins.ts";
import type { TestDatabase } from "../kit/database.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { readEverything } from "../kit/site-rows.ts";
import type { Deed, Known } from "./twin-acting.ts";
import type { Moods } from "./twin-moods.ts";
import { marks, type Mark } from "./twin-sites.ts";
import { recorder, rowsOf, Transcript } from "./twin-transcript.ts";

/** A kind of site, what happens in it, and the states that its twin can be in. */
export interface World {
  fill(by: TestServer, site: TestSite, mark: Mark): Promise<void>;
  moods: Moods;
  /** What the site has outside of the database. */
  outside?(by: TestServer, site: TestSite): Promise<string[]>;
  deeds: Readonly<Record<string, Deed>>;
}

/** The other site of a run: its state, and whether jobs leave it alone. */
export interface Beside {
  mood: string;
  isLeft: boolean;
}

/** Every state of the other site during a deed. */
export function besidesOf({ moods, deeds }: World, name: string): Beside[] {
  const left = deeds[name]?.leave ? [true, false] : [false];
  return Object.keys(moods).flatMap((mood) => left.map((isLeft) => ({ mood, isLeft })));
}

/**
 * Lets a site do a deed, alone or beside its twin. Resolves with what it has answered and what is stored of it then, and with whether the twin has changed.
 * Both sites are gone afterwards.
 */
export async function runDeed(
  server: TestServer,
  { sql }: TestDatabase,
  { fill, moods, deeds, outside }: World,
  { name, mark, beside }: { name: string; mark: Mark; beside?: Beside | undefined },
): Promise<string[]> {
  const { run, leave } = deeds[name] ?? {};
  // What the test does past the server is not what is tested.
  const past: TestServer = { ...server, deps: { ...server.deps, sql } };
  const twin = marks.find((each) => each !== mark) ?? mark;
  // The site that is there first is the one that a statement finds first.
  const first = beside && mark === marks[1] ? await server.addSite() : undefined;
  const own = await server.addSite();
  const other = beside && (first ?? (await server.addSite()));
  const startedAt = server.clock.now();
  const transcript = new Transcript(own, startedAt);
  const stateOf = async (site: TestSite) => [...(await readEverything(sql, site.id)), ...((await outside?.(past, site)) ?? [])].join("\n");
  try {
    if (other) await fill(past, other, twin);
    await fill(past, own, mark);
    // Then the rows that a state changes come after those of the site, and the rest before: a statement without order gives either last.
    if (other) {
      await moods[beside.mood]?.(past, other);
      if (beside.isLeft) await leave?.(past, other);
    }
    const owner = await addMember(past, own, "OWNER", { name: "Ada" });
    const before = other && (await stateOf(other));
    await run?.({
      by: server,
      own,
      mark,
      owner,
      api: recorder(server, owner, transcript),
      at: (path) => `/sites/${own.slug}${path}`,
      known: () => readKnown(sql, own),
      goods: (slug) => readGoods(sql, own, slug),
    });
    transcript.addRows(await rowsOf(sql, own.id));
    const after = other && (await stateOf(other));
    const isOwnWork = leave && !beside?.isLeft;
    transcript.add(isOwnWork || before === after ? "The other is what it was." : "The other has changed.");
  } finally {
    // Every run begins at one time.
    server.clock.advance(startedAt.getTime() - server.clock.now().getTime());
    await sql`delete from outbox where payload ->> 'siteId' = ${own.id}`;
    for (const { id } of other ? [own, other] : [own]) await sql`delete from sites where id = ${id}`;
  }
  return transcript.lines;
}

async function readKnown(sql: TestDatabase["sql"], { id }: TestSite): Promise<Map<string, Known>> {
  const rows = await sql<Known>`
    select
      case when documents.content_type = 'page' then 'pages' else 'entries' end as kind, documents.id as document, translations.id as translation,
      translations.locale, translations.revision, documents.revision as "documentRevision", translations.slug
    from documents join translations on translations.site_id = documents.site_id and translations.document_id = documents.id
    where documents.site_id = ${id} order by translations.id`;
  return new Map(rows.map((row) => [row.slug.replace(/^moved-.*/, "moved-"), row]));
}

async function readGoods(sql: TestDatabase["sql"], { id }: TestSite, slug: string): Promise<string> {
  const [found] = await sql<{ id: string | null }>`
    select id from products where site_id = ${id} and slug = ${slug}
    union all
    select id from categories where site_id = ${id} and slug = ${slug}`;
  return found?.id ?? "";
}
