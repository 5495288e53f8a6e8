import { addMember } from "../kit/admins.ts";
import type { TestDatabase } from "../kit/database.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { readEverything } from "../kit/site-rows.ts";
import type { Action, Known } from "./tenant-acting.ts";
import type { States } from "./tenant-states.ts";
import { marks, type Mark } from "./tenant-sites.ts";
import { recorder, rowsOf, Transcript } from "./tenant-transcript.ts";

/** A kind of site, what happens in it, and the states that the other tenant can be in. */
export interface World {
  fill(by: TestServer, site: TestSite, mark: Mark): Promise<void>;
  states: States;
  /** What the site has outside of the database. */
  outside?(by: TestServer, site: TestSite): Promise<string[]>;
  actions: Readonly<Record<string, Action>>;
}

/** The other site of a run: its state, and whether jobs leave it alone. */
export interface Beside {
  state: string;
  isLeft: boolean;
}

/** Every state of the other site during an action. */
export function besidesOf({ states, actions }: World, name: string): Beside[] {
  const left = actions[name]?.leave ? [true, false] : [false];
  return Object.keys(states).flatMap((state) => left.map((isLeft) => ({ state, isLeft })));
}

/**
 * Lets a site do an action, alone or beside the other tenant. Resolves with what it has answered and what is stored of it then, and with whether the other tenant has changed.
 * Both sites are gone afterwards.
 */
export async function runAction(
  server: TestServer,
  { sql }: TestDatabase,
  { fill, states, actions, outside }: World,
  { name, mark, beside }: { name: string; mark: Mark; beside?: Beside | undefined },
): Promise<string[]> {
  const { run, leave } = actions[name] ?? {};
  // What the test does past the server is not what is tested.
  const past: TestServer = { ...server, deps: { ...server.deps, sql } };
  const otherTenant = marks.find((each) => each !== mark) ?? mark;
  // The site that is there first is the one that a statement finds first.
  const first = beside && mark === marks[1] ? await server.addSite() : undefined;
  const ownSite = await server.addSite();
  const other = beside && (first ?? (await server.addSite()));
  const startedAt = server.clock.now();
  const transcript = new Transcript(ownSite, startedAt);
  const stateOf = async (site: TestSite) => [...(await readEverything(sql, site.id)), ...((await outside?.(past, site)) ?? [])].join("\n");
  try {
    if (other) await fill(past, other, otherTenant);
    await fill(past, ownSite, mark);
    // Then the rows that a state changes come after those of the site, and the rest before: a statement without order gives either last.
    if (other) {
      await states[beside.state]?.(past, other);
      if (beside.isLeft) await leave?.(past, other);
    }
    const owner = await addMember(past, ownSite, "OWNER", { name: "Ada" });
    const before = other && (await stateOf(other));
    await run?.({
      by: server,
      ownSite,
      mark,
      owner,
      api: recorder(server, owner, transcript),
      at: (path) => `/sites/${ownSite.slug}${path}`,
      readTranslations: () => readKnown(sql, ownSite),
      itemId: (slug) => readItemId(sql, ownSite, slug),
    });
    transcript.addRows(await rowsOf(sql, ownSite.id));
    const after = other && (await stateOf(other));
    const isOwnWork = leave && !beside?.isLeft;
    transcript.add(isOwnWork || before === after ? "The other is what it was." : "The other has changed.");
  } finally {
    // Every run begins at one time.
    server.clock.advance(startedAt.getTime() - server.clock.now().getTime());
    await sql`delete from outbox where payload ->> 'siteId' = ${ownSite.id}`;
    for (const { id } of other ? [ownSite, other] : [ownSite]) await sql`delete from sites where id = ${id}`;
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

async function readItemId(sql: TestDatabase["sql"], { id }: TestSite, slug: string): Promise<string> {
  const [row] = await sql<{ id: string | null }>`
    select id from products where site_id = ${id} and slug = ${slug}
    union all
    select id from categories where site_id = ${id} and slug = ${slug}`;
  return row?.id ?? "";
}
