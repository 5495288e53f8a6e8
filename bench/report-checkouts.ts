import type { Checkouts, Compared, ReadsBeside } from "./checkouts.ts";
import { count, plain, withGoals, type Line } from "./lines.ts";
import { clients } from "./till.ts";

/** The goals first, for readers who look for missed ones. */
export function checkoutLines({ complete, settled, reads }: Checkouts): { tills: Line[]; reads: Line[] } {
  return {
    tills: [tillLine(`complete guest checkouts, ${clients} clients`, complete), tillLine(`events settled, ${clients} clients`, settled)],
    reads: reads.map(readLine),
  };
}

/** The figures of checkouts, as Markdown. */
export function checkoutSection(checkouts: Checkouts): string {
  const { tills, reads } = checkoutLines(checkouts);
  const { bare, vitrine } = checkouts.complete;
  const opening = [
    openLine("Vitrine: `POST /checkout/session`", vitrine),
    openLine("bare loop: the transaction, the processor's answer, the statement after it", bare),
  ];
  return `## Checkouts

${withGoals(["", "bare/s", "Vitrine/s", "of bare", "CPU ms bare", "CPU ms Vitrine", "of bare by CPU", "CPU ms sandbox"], tills)}

CPU: of the process for each; of the sandbox: beside the bare loop / beside Vitrine. The clients used ${clientPercent(vitrine)} % of one core for the
checkouts.

${plain(["Until it is known where to pay", "p50 ms", "p95 ms", "p99 ms"], opening)}

${withGoals(["Read", "alone/s", "beside checkouts/s", "of alone", "p99 ms", "checkouts/s"], reads)}

p99: alone / beside checkouts.
`;
}

/** The method, as points of a list. */
export function checkoutMethod({ heard }: Checkouts): string {
  return `- Checkouts: ${clients} clients, each with a connection of its own. A checkout is one line of a variant with tracked stock, ordered by a guest
  (201); the processor's event that says it is paid, signed, posted by the client (\`handled: true\`); and the order's status (\`PAID\`).
  Each client buys another variant. The sandbox is a process of its own without delay, and delivers nothing itself. Afterwards all
  orders are paid, and the stock is less by as many.
- The bare loop for checkouts is one process with ${clients} loops, no HTTP server and no client: the same statements with the same parameters in
  the same transactions on a pool of the same size, and the processor through the same adapter. They are heard from the server itself
  when the bench begins (${heard.statements} statements, ${heard.transactions} transactions of several), and the loop fails where one answers another number of rows.
- Events settled: pending payments are prepared, then only their events are posted. The bare loop does the one transaction that settles each
  (${heard.settlingStatements} statements), without HTTP, signature, JSON and looking for the site.
- The shop sends no mails. Events are without our reference, which a client does not know. With the cache off each connection asks for
  the same list within other prices.
`;
}

function tillLine(name: string, { bare, vitrine, byThroughput, byCpu }: Compared): Line {
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
