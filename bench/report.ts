import type { Comparison } from "./against-bare.ts";
import { connections } from "./rounds.ts";
import type { ReadsWhileLoggingIn } from "./logins.ts";
import type { CatalogueSizes } from "./catalogue-database.ts";
import type { BesideNeighbours } from "./neighbours.ts";
import type { Searches } from "./searches.ts";
import { coldSitesLine, coldSitesSection, type ColdSites } from "./cold-sites.ts";
import { queriesSection, type Queries } from "./queries.ts";
import { includeLines, includesSection, type Includes } from "./includes.ts";
import { mediaLines, mediaSection, type Media } from "./media.ts";
import { publicationLines, publicationsMethod, publicationsSection, type Publications } from "./publications.ts";
import { editorLines, editorsMethod, editorsSection, type EditorsAtWork } from "./editors.ts";
import { operationsSection, type MeasuredOperation } from "./operations.ts";
import { firstScreenLines, firstScreenSection, type FirstScreen } from "./first-screen.ts";
import type { Standing } from "./standing.ts";
import { hostileLine } from "./hostile-uploads.ts";
import { storedLines } from "./stored-variants.ts";
import { severalProcessesLine, severalProcessesMethod, severalProcessesSection, type SeveralProcesses } from "./several-processes.ts";
import { studioLines, studioMethod, studioSection, type StudioAtWork } from "./studio.ts";
import { ordersSection, type Orders } from "./orders.ts";
import { tablesSection, type Tables } from "./tables.ts";
import { strangerLines, strangersSection, type BesideStrangers } from "./strangers.ts";
import { streamsLine, streamsSection, type OpenStreams } from "./streams.ts";
import type { SwitchedOff } from "./switches.ts";
import type { Checkouts } from "./checkouts.ts";
import { checkoutLines, checkoutMethod, checkoutSection } from "./report-checkouts.ts";
import { count, percent, plain, withGoals, type Line } from "./lines.ts";

export interface Results {
  measured: {
    date: string;
    cores: number;
    node: string;
    postgres: string;
    loadBefore: number;
    rounds: number;
    seconds: number;
  };
  hot: readonly Comparison[];
  uncached: readonly Comparison[];
  sizes: CatalogueSizes;
  neighbours: readonly BesideNeighbours[];
  searches: Searches;
  firstScreen: FirstScreen;
  /** Undefined where customers cannot register. */
  logins: ReadsWhileLoggingIn | undefined;
  checkouts: Checkouts;
  several: SeveralProcesses;
  operations: readonly MeasuredOperation[];
  coldSites: ColdSites;
  includes: Includes;
  queries: Queries;
  media: Media;
  publications: Publications;
  editors: EditorsAtWork;
  /** Undefined where there is no Chromium. */
  studio: StudioAtWork | undefined;
  streams: OpenStreams;
  strangers: BesideStrangers;
  tables: Tables;
  orders: Orders;
  switches: readonly SwitchedOff[];
  standing: { postgres: Standing; embedded: Standing; firstStartMs: number };
}

/** The figures, as readable Markdown. States for every goal whether it was met. */
export function report(results: Results): string {
  const { measured } = results;
  const comparisons = [...results.hot, ...results.uncached, ...results.queries.uncached, ...results.orders.comparisons].map(comparisonLine);
  const standing = standingLines(results.standing);
  const searches = searchLine(results.searches);
  const logins = loginLines(results.logins);
  const neighbours = results.neighbours.map(neighbourLine);
  const checkouts = checkoutLines(results.checkouts);
  const several = severalProcessesLine(results.several);
  const publications = publicationLines(results.publications);
  const sales = [...checkouts.checkoutRows, ...checkouts.reads];
  const editors = editorLines(results.editors);
  const many = [
    ...editors.work,
    ...editors.beside,
    ...firstScreenLines(results.firstScreen),
    ...(results.studio ? studioLines(results.studio) : []),
    streamsLine(results.streams),
    ...strangerLines(results.strangers),
    several,
    coldSitesLine(results.coldSites),
    ...includeLines(results.includes),
    ...publications,
    ...storedLines(results.media.storedVariants),
    ...mediaLines(results.media),
    hostileLine(results.media.hostile),
  ];
  const goals = [...comparisons, ...neighbours, searches, ...logins, ...sales, ...many, ...standing];
  const missed = goals.filter(({ goal }) => goal?.met === false);
  return `# Benchmarks

\`npm run bench\` wrote this page on ${measured.date}, with ${measured.cores} cores, Node ${measured.node} and PostgreSQL ${measured.postgres}. It ran Vitrine
from its build. Absolute figures depend on the machine; compare the shares.
${disturbance(measured)}
${missed.length === 0 ? "All goals were met." : `Missed goals: ${missed.map(({ cells: [name], goal }) => `${name} (${goal?.text})`).join("; ")}.`}

## Beside a bare \`node:http\` server

${comparisonsTable([...results.hot, ...results.uncached])}

p50 and p99: bare / Vitrine. CPU: processor time of the server's process per answer.${saturation(results)}

## A large catalogue

${catalogueSize(results.sizes)}

${withGoals(["Read, cache off, alone and beside others", "alone/s", "beside others/s", "of alone", "p50 ms", "p99 ms"], neighbours)}

p50 and p99: alone / beside others.

${withGoals(["Searches, cache off, one after the other", "p50 ms", "p99 ms", "slowest ms", "for"], [searches])}

## While customers log in

${results.logins ? withGoals(["Read", "alone/s", "beside logins/s", "of alone", "p99 ms", "logins/s", "logins refused"], logins) : "Customers cannot register in this version: nothing was measured."}

${checkoutSection(results.checkouts)}
${severalProcessesSection(results.several)}
${operationsSection(results.operations)}
${coldSitesSection(results.coldSites)}
${includesSection(results.includes)}

${queriesSection(results.queries, comparisonsTable(results.queries.uncached))}
${mediaSection(results.media)}
${publicationsSection(results.publications)}
${editorsSection(results.editors)}
${firstScreenSection(results.firstScreen)}
${results.studio ? studioSection(results.studio) : ""}
${streamsSection(results.streams)}
${strangersSection(results.strangers)}
${tablesSection(results.tables)}
${ordersSection(results.orders, comparisonsTable(results.orders.comparisons))}
## What stays on

One page from memory, from a server with something switched off, compared with a server with everything on.

${plain(["", "answers/s", "difference", "CPU µs", "difference"], switchLines(results.switches))}

## Start and memory

${withGoals(["", "median"], standing)}

## How it is measured

- There is one run on one machine. The load generator, the servers and PostgreSQL share its cores. So the tables also show the
  processor time per answer, which this disturbs less than the throughput. One server is under load at a time.
- The load generator uses ${connections} connections with keep-alive, without pipelining, on the loopback interface. A request has two headers,
  \`host\` and \`x-api-key\`. More headers would cost both servers the same and bring the shares closer to 1. The generator checks the status
  and the length of every answer.
- The bare server is Node's own HTTP server and nothing else. From memory, it writes the bytes that Vitrine answered, headers included.
  With the cache off, it runs the same prepared SQL statement, with the same number of connections, and writes the same text and headers.
  On the embedded database it uses PGlite's own \`query\`, which parses and plans each time; Vitrine does not. Before each comparison, the
  bench compares status, headers and body of both, except for the date, the request id and the remaining limit.
- The bench measures the bare server and Vitrine in turn, ${measured.rounds} rounds of ${measured.seconds} s each after a warm-up (3,000 answers, or 10 s). The tables show
  medians over the rounds; a share is the median of the shares of each round.
- Vitrine runs with limits on (but out of reach), metrics on, and its log at level info, written to the null device. With the cache off,
  each connection reads a different page, because requests for the same page would share one read.
- The site is the demo site, with more blog posts to fill the list, and with plain pages as long as the home page, without bindings.
- The large catalogue uses 15,000 words, as often as words occur in texts (Zipf's law), with 25 words for each product. A third of the
  products have tracked stock. Each connection has four different requests: pages of the list; categories of all levels with prices; one
  word, two words, the beginning of a word and a misspelt word; products by slug. The same run writes [their plans](catalogue-plans.md).
  The searches one after the other are expensive ones: the most frequent words, single letters, ten words, ten misspelt words, and so on.
- Logins: 64 clients of 16 customers log in again 50 ms after each answer, during reads of a list of 20 products from memory. A login
  counts as refused if the answer is 503.
${checkoutMethod(results.checkouts)}${severalProcessesMethod}${publicationsMethod}${editorsMethod}${studioMethod}- Start: the time from the start of the process until \`/readyz\` answers 200, on an existing database, median of 5. The first start also
  makes the database and imports the demo site. Memory: the resident set of the process, when it is ready, and after loads of a page, a
  list and plain pages. It does not include PostgreSQL.
`;
}

export function comparisonsTable(comparisons: readonly Comparison[]): string {
  const titles = ["Read", "bare/s", "Vitrine/s", "of bare", "CPU µs bare", "CPU µs Vitrine", "of bare by CPU", "p50 ms", "p99 ms"];
  return withGoals(titles, comparisons.map(comparisonLine));
}

function comparisonLine({ read, bare, vitrine, byThroughput, byCpu, goal, goalIsOf }: Comparison): Line {
  const reached = goalIsOf === "cpu" ? { of: "bare by CPU", share: byCpu } : { of: "bare", share: byThroughput };
  return {
    cells: [
      read,
      count(bare.perSecond),
      count(vitrine.perSecond),
      byThroughput.toFixed(2),
      bare.cpuMicrosPerAnswer.toFixed(1),
      vitrine.cpuMicrosPerAnswer.toFixed(1),
      byCpu.toFixed(2),
      `${bare.p50Ms.toFixed(2)} / ${vitrine.p50Ms.toFixed(2)}`,
      `${bare.p99Ms.toFixed(2)} / ${vitrine.p99Ms.toFixed(2)}`,
    ],
    goal: goal === undefined ? undefined : { text: `≥ ${goal.toFixed(2)} of ${reached.of}`, met: reached.share >= goal },
  };
}

function switchLines(switches: readonly SwitchedOff[]): Line[] {
  return switches.map(({ what, figures, byThroughput, byCpu }, index) => ({
    cells: [
      what,
      count(figures.perSecond),
      index === 0 ? "" : percent(byThroughput - 1),
      figures.cpuMicrosPerAnswer.toFixed(1),
      index === 0 ? "" : percent(1 / byCpu - 1),
    ],
  }));
}

function catalogueSize({ large, small, sites }: CatalogueSizes): string {
  return (
    `One site of ${count(large.products)} products, alone in its database, and in a database with ${count(sites - 1)} other sites of ` +
    `${count(small.products)} products each.`
  );
}

function neighbourLine({ read, alone, shared, byThroughput }: BesideNeighbours): Line {
  return {
    cells: [
      read,
      count(alone.perSecond),
      count(shared.perSecond),
      byThroughput.toFixed(2),
      `${alone.p50Ms.toFixed(2)} / ${shared.p50Ms.toFixed(2)}`,
      `${alone.p99Ms.toFixed(2)} / ${shared.p99Ms.toFixed(2)}`,
    ],
    goal: { text: "≥ 0.75 of alone", met: byThroughput >= 0.75 },
  };
}

function searchLine({ count: searches, p50Ms, p99Ms, slowest }: Searches): Line {
  return {
    cells: [
      `${searches} of the worst kind`,
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      slowest.ms.toFixed(1),
      `\`${slowest.q.replaceAll(/[`|]/g, "?").slice(0, 40)}\``,
    ],
    goal: { text: "p99 < 150 ms", met: p99Ms < 150 },
  };
}

function loginLines(logins: ReadsWhileLoggingIn | undefined): Line[] {
  if (!logins) return [];
  const { alone, besideLogins, byThroughput, loginsPerSecond, refusedShare } = logins;
  const cells = [
    "a list of 20 products, from memory",
    count(alone.perSecond),
    count(besideLogins.perSecond),
    byThroughput.toFixed(2),
    `${alone.p99Ms.toFixed(2)} / ${besideLogins.p99Ms.toFixed(2)}`,
    loginsPerSecond.toFixed(1),
    `${Math.round(refusedShare * 100)} %`,
  ];
  return [{ cells, goal: { text: "≥ 0.50 of alone", met: byThroughput >= 0.5 } }];
}

function standingLines({ postgres, embedded, firstStartMs }: Results["standing"]): Line[] {
  const ready = (what: string, ms: number, goalMs: number): Line => ({
    cells: [`ready, ${what}`, `${(ms / 1_000).toFixed(2)} s`],
    goal: { text: `≤ ${(goalMs / 1_000).toFixed(1)} s`, met: ms <= goalMs },
  });
  const memory = (when: string, mebibytes: number): Line => ({ cells: [`memory ${when}`, `${Math.round(mebibytes)} MiB`] });
  return [
    ready("existing database, PostgreSQL", postgres.readyMs, 400),
    ready("existing database, embedded", embedded.readyMs, 800),
    ready("first start with the demo site, embedded", firstStartMs, 4_000),
    memory("when ready, PostgreSQL", postgres.idleMiB),
    { ...memory("after load, PostgreSQL", postgres.loadedMiB), goal: { text: "< 150 MiB", met: postgres.loadedMiB < 150 } },
    { ...memory("when ready, embedded", embedded.idleMiB), goal: { text: "≤ 180 MiB", met: embedded.idleMiB <= 180 } },
    memory("after load, embedded", embedded.loadedMiB),
  ];
}

function disturbance({ loadBefore, cores }: Results["measured"]): string {
  const load = `Load average at the start: ${loadBefore.toFixed(1)}`;
  return loadBefore > cores / 2
    ? `${load}. Other work used the machine, and throughput, latency and start times suffered.\n`
    : `${load}.\n`;
}

/** How busy the load generator was, and the consequence if it may have been the limit. */
function saturation({ hot, uncached, switches }: Results): string {
  const figures = [...hot, ...uncached].flatMap(({ bare, vitrine }) => [bare, vitrine]);
  const highest = Math.max(...[...figures, ...switches.map((row) => row.figures)].map(({ loaderCpuShare }) => loaderCpuShare));
  return ` The load generator used at most ${Math.round(highest * 100)} % of one core${highest > 0.9 ? ": it may have been the limit, so trust the CPU time" : ""}.`;
}
