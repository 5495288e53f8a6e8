import { isDeepStrictEqual } from "node:util";
import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import type { Database } from "../server/src/ports/database.ts";
import { addMember, adminApi } from "../test/kit/admins.ts";
import { comparison, type Comparison } from "./against-bare.ts";
import { assembleForBench } from "./assembled.ts";
import { backendSeconds } from "./backend-seconds.ts";
import type { BareOrders } from "./bare-orders.ts";
import { startBare } from "./bare.ts";
import { ask, requestText, type Read } from "./exchange.ts";
import { count } from "./lines.ts";
import { addOrderRows, firstNames, lastNames, orderSiteSlug, ordersPerSku, type OrderSizes } from "./order-rows.ts";
import { addPlainOrders } from "./plain-orders.ts";
import type { ServerProcess } from "./process.ts";
import { connections, loadInTurn, type Bench } from "./rounds.ts";
import { poolSize, startUncached } from "./uncached.ts";
import { onPostgres } from "./vitrine.ts";

/** Lists and searches of orders through the admin API, beside a bare server over a plain table. */
export interface Orders {
  sizes: OrderSizes;
  comparisons: Comparison[];
}

interface Place {
  /** Of the site. */
  slug: string;
  /** How many orders it has. */
  orders: number;
  /** Some of its customers, one for each connection. */
  customers: readonly { id: string; email: string }[];
}

const dayMs = 24 * 60 * 60_000;
const goal = 0.6;

/** No two connections send the same query, where the kind has several. */
const kinds: readonly { name: string; isOfEverySite?: true; query: (index: number, place: Place) => Record<string, string> }[] = [
  { name: "the newest", isOfEverySite: true, query: () => ({}) },
  { name: "page 40", query: () => ({ page: "40" }) },
  { name: "paid", query: () => ({ status: "PAID" }) },
  { name: "to be sent", query: () => ({ fulfilment: "TO_FULFIL" }) },
  {
    name: "of a week",
    isOfEverySite: true,
    query: (index) => ({ from: daysAgo(20 * index + 7), to: daysAgo(20 * index) }),
  },
  { name: "of half a year", query: (index) => ({ from: daysAgo(10 * index + 183), to: daysAgo(10 * index) }) },
  { name: "by number", isOfEverySite: true, query: (index, { orders }) => ({ q: String(1 + ((index * 1_501) % orders)) }) },
  { name: "by half of an e-mail", query: (index, { customers }) => ({ q: halfOf(customers[index % customers.length]?.email ?? "") }) },
  { name: "by SKU", query: (index, { orders }) => ({ q: `SKU-${1 + ((index * 7) % Math.ceil(orders / ordersPerSku))}` }) },
  { name: "by the words of a name", query: (index) => ({ q: nameOf(1 + index * 11) }) },
  { name: "of a customer", query: (index, { customers }) => ({ customer: customers[index % customers.length]?.id ?? "" }) },
];

/** Measures on a migrated database. */
export async function measureOrders(bench: Bench, databaseUrl: string, sizes: OrderSizes): Promise<Orders> {
  await addOrderRows(bench.scratch, databaseUrl, sizes);
  return compareOrders(bench, databaseUrl, sizes);
}

/** Measures on a database with the orders. */
async function compareOrders(bench: Bench, databaseUrl: string, sizes: OrderSizes): Promise<Orders> {
  await addPlainOrders(databaseUrl);
  await bench.scratch.on(databaseUrl, "vacuum analyze");
  const sql = connectPostgres({ url: databaseUrl, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const server = await startUncached(bench, onPostgres(databaseUrl));
    const bare = await startBare(bench.scratch, "bare-orders.ts", { url: databaseUrl, poolSize } satisfies BareOrders);
    const timedBench: Bench = { ...bench, databaseSeconds: () => backendSeconds(sql) };
    const comparisons: Comparison[] = [];
    for (const [site, orders] of [sizes.large, sizes.small].entries()) {
      const { place, headers } = await openPlace(sql, site, orders);
      // A list of few orders shows the costs that do not depend on their number.
      for (const { name, query } of kinds.filter(({ isOfEverySite }) => site === 0 || isOfEverySite)) {
        const reads = Array.from({ length: connections }, (_, index): Read => {
          const parameters = new URLSearchParams(query(index, place)).toString();
          return { path: `${adminApi}/sites/${place.slug}/orders?${parameters}`, headers };
        });
        await requireSameOrders(bare, server, reads);
        const rounds = await loadInTurn(timedBench, [bare, server], reads.map(requestText), 200);
        comparisons.push(comparison(`orders ${name}, of ${count(orders)}`, goal, rounds));
      }
    }
    await bare.stop();
    await server.stop();
    return { sizes, comparisons };
  } finally {
    await sql.close();
  }
}

/** Makes an owner of the site, and looks up customers. */
async function openPlace(sql: Database, site: number, orders: number) {
  const slug = orderSiteSlug(site);
  const [row] = await sql<{ id: string }>`select id from sites where slug = ${slug}`;
  if (!row) throw new Error("The bench has no site.");
  const { deps } = assembleForBench({ sql, ids: systemIds });
  const here = { deps, ask: () => Promise.reject(new Error("The bench asks through a server.")) };
  const { headers } = await addMember(here, row, "OWNER");
  const customers = await sql<{ id: string; email: string }>`
    select id, email from customers where site_id = ${row.id} order by md5(email) limit ${connections}`;
  return { place: { slug, orders, customers }, headers };
}

async function requireSameOrders(bare: ServerProcess, vitrine: ServerProcess, reads: readonly Read[]): Promise<void> {
  for (const read of reads) {
    const [expected, answer] = [await ask(bare.port, read), await ask(vitrine.port, read)];
    const isSame = answer.status === 200 && isDeepStrictEqual(JSON.parse(expected.body), JSON.parse(answer.body));
    if (!isSame) throw new Error(`The servers answer differently: ${read.path}\n${expected.body}\n${answer.body}`);
  }
}

function daysAgo(days: number): string {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  return new Date(today - days * dayMs).toISOString();
}

function halfOf(email: string): string {
  return email.slice(0, email.indexOf("@") - 1);
}

/** As order-rows.ts gives them. */
function nameOf(customer: number): string {
  return `${firstNames[(customer * 37) % firstNames.length] ?? ""} ${lastNames[(customer * 101) % lastNames.length] ?? ""}`;
}

export function ordersSection({ sizes: { large, small, sites } }: Orders, table: string): string {
  return `## Orders

Lists of 50 orders in the admin API, with the number of all matches. There are ${count(sites)} sites with ${count(large + (sites - 1) * small)} orders: one with ${count(large)}, the others
with ${count(small)} each. The bare server checks the session in one statement, and answers from a table that has all columns of the
list, and an index for each condition and for each meaning of a search. Processor time is that of the server and the database together.

${table}
`;
}
