import { Agent } from "node:http";
import { performance } from "node:perf_hooks";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { systemIds } from "../server/src/adapters/system.ts";
import { addMember } from "../test/kit/admins.ts";
import { chance } from "../test/kit/chance.ts";
import { assembleForBench } from "./assembled.ts";
import { vocabulary } from "./catalogue.ts";
import { misspelt } from "./catalogue-reads.ts";
import { ask, type Read } from "./exchange.ts";
import { count, withGoals, type Line } from "./lines.ts";
import type { Bench } from "./rounds.ts";
import type { Scratch } from "./scratch.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

/** What somebody waits for who opens the studio of a large site, and who searches it. */
export interface FirstScreen {
  sizes: ManagedSizes;
  overview: Waited;
  search: Waited;
}

/** One request after the other, in milliseconds. */
interface Waited {
  requests: number;
  fastestMs: number;
  p50Ms: number;
  p99Ms: number;
  slowest: { name: string; ms: number };
}

/** What the site has beside its catalogue. */
export interface ManagedSizes {
  documents: number;
  orders: number;
  customers: number;
}

export const managedSizes: ManagedSizes = { documents: 20_000, orders: 100_000, customers: 20_000 };
const requests = 200;

/** Measures on a database with the large catalogue, to which it adds everything else. */
export async function measureFirstScreen(bench: Bench, url: string, sizes: ManagedSizes): Promise<FirstScreen> {
  const { siteSlug, headers } = await addManaged(bench.scratch, url, sizes);
  const server = await startVitrine(bench.scratch, onPostgres(url));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const base = `/api/admin/v1/sites/${siteSlug}`;
  const wait = async (names: readonly string[], read: (name: string) => string): Promise<Waited> => {
    const time = async (name: string) => {
      const beganAt = performance.now();
      const { status, body } = await ask(server.port, { path: base + read(name), headers } satisfies Read, agent);
      if (status !== 200) throw new Error(`${name} was answered with ${status}: ${body.slice(0, 300)}`);
      return { name, ms: performance.now() - beganAt };
    };
    // The connections of the pool are made, and the process is warm.
    for (const name of names.slice(0, 20)) await time(name);
    const timed: { name: string; ms: number }[] = [];
    for (const name of names) timed.push(await time(name));
    timed.sort((a, b) => a.ms - b.ms);
    const at = (share: number) => timed[Math.ceil(share * timed.length) - 1] as { name: string; ms: number };
    return { requests: timed.length, fastestMs: timed[0]?.ms ?? 0, p50Ms: at(0.5).ms, p99Ms: at(0.99).ms, slowest: at(1) };
  };
  const days = Array.from({ length: requests }, (_, index) => String([7, 30, 90][index % 3]));
  const overview = await wait(days, (each) => `/overview?days=${each}`);
  const search = await wait(searched(requests), (q) => `/search?${new URLSearchParams({ q }).toString()}`);
  agent.destroy();
  await server.stop();
  return { sizes, overview, search };
}

/** Words of titles and their beginnings, frequent and rare ones, typing errors, names, addresses, and the numbers of orders. */
function searched(most: number): string[] {
  const next = chance(11);
  const word = () => vocabulary[Math.floor(next() * vocabulary.length)] as string;
  const kinds: readonly ((index: number) => string)[] = [
    (index) => vocabulary[index] as string,
    word,
    () => word().slice(0, 3),
    () => misspelt(word().padEnd(6, "a"), next),
    () => `${word()} ${word()}`,
    (index) => `Buyer ${index}`,
    (index) => `buyer-${index}@exam`,
    (index) => String(1_000_000 + index),
    (index) => `Document ${index}`,
    () => "zzzzzz",
  ];
  return Array.from({ length: most }, (_, index) => kinds[index % kinds.length]?.(Math.floor(index / kinds.length)) ?? "");
}

async function addManaged(scratch: Scratch, url: string, sizes: ManagedSizes): Promise<{ siteSlug: string; headers: Read["headers"] }> {
  const { documents, orders, customers } = sizes;
  const site = "(select id from sites where slug = 'site-0')";
  const id = (what: string) => `md5('${what} ' || number)::uuid`;
  const rows = (most: number) => `from generate_series(1, ${most}) as number`;
  const types = ["page", "note"].map((slug) => `(${site}, md5('type ${slug}')::uuid, '${slug}', '${slug}', '{}', '{}', now(), now())`);
  const statements = [
    `insert into content_types (site_id, id, slug, title, schema, ui_schema, created_at, updated_at) values ${types.join(", ")} on conflict do nothing`,
    `insert into documents (site_id, id, content_type, name, title, slug, created_at, updated_at)
     select ${site}, ${id("document")}, case when number % 4 = 0 then 'page' else 'note' end, 'document-' || number, 'Document ' || number,
       'document-' || number, now(), now() - number * interval '1 minute' ${rows(documents)}`,
    `insert into translations (site_id, id, document_id, content_type, locale, slug, draft, draft_title, draft_updated_at, created_at, edited_at, is_invalid)
     select ${site}, ${id("translation")}, ${id("document")}, case when number % 4 = 0 then 'page' else 'note' end, 'en', 'document-' || number, '{}',
       'Document ' || number, now(), now(), now() - number * interval '1 minute', number % 100 = 0 ${rows(documents)}`,
    `insert into schedules (site_id, id, translation_id, unpublish_at, revision, created_at)
     select ${site}, ${id("plan")}, ${id("translation")}, now() + interval '1 day', 1, now() ${rows(Math.ceil(documents / 100))}`,
    `insert into customers (site_id, id, email, password_hash, first_name, last_name, created_at, updated_at)
     select ${site}, ${id("customer")}, 'buyer-' || number || '@example.com', '', 'Buyer ' || number, 'Lastname', now(), now() ${rows(customers)}`,
    `insert into orders (site_id, id, number, status, customer_id, email, currency, subtotal, tax, shipping, total, expires_at, paid_at, created_at, updated_at)
     select ${site}, ${id("order")}, 1000000 + number, case when number % 50 = 0 then 'PENDING' when number % 20 = 0 then 'PAID' else 'FULFILLED' end,
       md5('customer ' || (1 + number % ${customers}))::uuid, 'buyer-' || (1 + number % ${customers}) || '@example.com', 'eur', 1000, 0, 0, 1000, now(),
       case when number % 50 > 0 then now() - number * interval '2 minutes' end, now() - number * interval '2 minutes', now() ${rows(orders)}`,
    `insert into payments (site_id, id, order_id, amount, currency, metadata, status, refunded, request, created_at, updated_at)
     select ${site}, ${id("payment")}, ${id("order")}, 1000, 'eur', '{}',
       case when number % 50 = 0 then 'FAILED' when number % 40 = 0 then 'PARTIALLY_REFUNDED' else 'SUCCEEDED' end,
       case when number % 50 > 0 and number % 40 = 0 then 100 else 0 end, '{}', now() - number * interval '2 minutes', now() - number * interval '1 minute'
     ${rows(orders)}`,
  ];
  for (const statement of statements) await scratch.on(url, statement);
  await scratch.on(url, "vacuum analyze");
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const { deps } = assembleForBench({ sql, ids: systemIds });
    const [siteRow] = await sql<{ id: string }>`select id from sites where slug = 'site-0'`;
    const here = { deps, ask: () => Promise.reject(new Error("The bench asks through a server.")) };
    const { headers } = await addMember(here, { id: siteRow?.id ?? "" }, "OWNER");
    return { siteSlug: "site-0", headers };
  } finally {
    await sql.close();
  }
}

export function firstScreenLines({ overview, search }: FirstScreen): Line[] {
  const cells = (name: string, { requests: asked, fastestMs, p50Ms, p99Ms, slowest }: Waited) => {
    return [name, count(asked), fastestMs.toFixed(1), p50Ms.toFixed(1), p99Ms.toFixed(1), slowest.ms.toFixed(1), `\`${slowest.name}\``];
  };
  return [
    { cells: cells("the overview of 7, 30 or 90 days", overview), goal: { text: "p50 ≤ 50 ms", met: overview.p50Ms <= 50 } },
    { cells: cells("the search of everything", search) },
  ];
}

export function firstScreenSection(results: FirstScreen): string {
  const { documents, orders, customers } = results.sizes;
  return `## The first screen

The site of the large catalogue, with ${count(documents)} documents, ${count(orders)} orders of the last months and ${count(customers)} customers. One owner sends one
request after the other.

${withGoals(["", "requests", "fastest ms", "p50 ms", "p99 ms", "slowest ms", "for"], firstScreenLines(results))}
`;
}
