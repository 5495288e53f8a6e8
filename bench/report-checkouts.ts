import type { Checkouts, Compared, ReadsBeside } from "./checkouts.ts";
import { count, plain, withGoals, type Line } from "./lines.ts";
import { clients } from "./checkout-client.ts";

/** The goals first, for readers who look for missed ones. */
export function checkoutLines({ complete, settled, reads }: Checkouts): { checkoutRows: Line[]; reads: Line[] } {
  return {
    checkoutRows: [
      checkoutLine(`complete guest checkouts, ${clients} clients`, complete),
      checkoutLine(`events settled, ${clients} clients`, settled),
    ],
    reads: reads.map(readLine),
  };
}

/** The figures of checkouts, as Markdown. */
export function checkoutSection(checkouts: Checkouts): string {
  const { checkoutRows, reads } = checkoutLines(checkouts);
  const { bare, vitrine } = checkouts.complete;
  const opening = [
    openLine("Vitrine: `POST /checkout/session`", vitrine),
    openLine("bare loop: the transaction, the processor's answer, the statement after it", bare),
  ];
  return `## Checkouts

${withGoals(["", "bare/s", "Vitrine/s", "of bare", "CPU ms bare", "CPU ms Vitrine", "of bare by CPU", "CPU ms sandbox"], checkoutRows)}

CPU: processor time of the process for each. CPU of the sandbox: beside the bare loop / beside Vitrine. The clients used ${clientPercent(vitrine)} % of one core
for the checkouts.

${plain(["Time until the payment address is known", "p50 ms", "p95 ms", "p99 ms"], opening)}

${withGoals(["Read", "alone/s", "beside checkouts/s", "of alone", "p99 ms", "checkouts/s"], reads)}

p99: alone / beside checkouts.
`;
}

/** The method, as points of a list. */
export function checkoutMethod({ heard }: Checkouts): string {
  return `- Checkouts: ${clients} clients have a connection each. In a checkout, a guest orders one line of a variant with tracked stock (201). The client
  then posts the processor's signed event that reports the payment (\`handled: true\`), and reads the order's status (\`PAID\`). Each client
  buys a different variant. The sandbox is a separate process without delay, and delivers nothing itself. Afterwards all orders are paid,
  and the stock has fallen by their number.
- The bare loop for checkouts is one process with ${clients} loops, without an HTTP server or a client. It runs the same statements with the same
  parameters in the same transactions on a pool of the same size, and calls the processor through the same adapter. The bench records the
  statements from the server when it starts (${heard.statements} statements, ${heard.transactions} transactions of several). The loop fails if a statement returns another
  number of rows.
- Events settled: the bench prepares pending payments and then posts only their events. The bare loop runs the one transaction that settles
  each (${heard.settlingStatements} statements), without HTTP, signature, JSON and the search for the site.
- The shop sends no mails. Events do not contain our reference, which a client does not know. With the cache off, each connection requests
  the same list within different prices.
`;
}

function checkoutLine(name: string, { bare, vitrine, byThroughput, byCpu }: Compared): Line {
  return {
    cells: [
      name,
      count(bare.perSecond),
      count(vitrine.perSecond),
      byThroughput.toFixed(2),
      bare.cpuMs.toFixed(2),
      vitrine.cpuMs.toFixed(2),
      byCpu.toFixed(2),
      `${bare.sandboxCpuMs.toFixed(2)} / ${vitrine.sandboxCpuMs.toFixed(2)}`,
    ],
    goal: { text: "≥ 0.60 of bare", met: byThroughput >= 0.6 },
  };
}

function clientPercent({ clientCpuShare }: Compared["vitrine"]): number {
  return Math.round(clientCpuShare * 100);
}

function openLine(name: string, { openMs: { p50, p95, p99 } }: Compared["bare"]): Line {
  return { cells: [name, ...[p50, p95, p99].map((ms) => ms.toFixed(1))] };
}

function readLine({ read, alone, beside, byThroughput, checkoutsPerSecond }: ReadsBeside): Line {
  return {
    cells: [
      `${read}, beside checkouts`,
      count(alone.perSecond),
      count(beside.perSecond),
      byThroughput.toFixed(2),
      `${alone.p99Ms.toFixed(2)} / ${beside.p99Ms.toFixed(2)}`,
      count(checkoutsPerSecond),
    ],
    goal: { text: "≥ 0.50 of alone", met: byThroughput >= 0.5 },
  };
}
