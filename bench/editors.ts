import { setTimeout as delay } from "node:timers/promises";
import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { addMember } from "../test/kit/admins.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import type { BareEditor } from "./bare-editor.ts";
import type { EditedPage, Editing, EditingTask } from "./editing.ts";
import { ask, requestText, type Read } from "./exchange.ts";
import { hearEditing } from "./heard-editing.ts";
import { count, withGoals, type Line } from "./lines.ts";
import { addManyAssets } from "./many-assets.ts";
import { addManyEntries } from "./many-entries.ts";
import { cpuSeconds, type ServerProcess } from "./process.ts";
import { connections, figuresOf, loadOnce, median, medianRatio, warmUp, type Bench, type Figures, type Round } from "./rounds.ts";
import { clients, type Repeated } from "./checkout-client.ts";
import { poolSize } from "./uncached.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";
import { startWorker, type Worker } from "./worker.ts";

/** Editors at work in the admin API, beside a bare loop, and their effect on readers. */
export interface EditorsAtWork {
  /** Entries, and as many assets. */
  documents: number;
  save: Compared;
  list: Compared;
  listAssets: Compared;
  /** From the answer to a publication until another process shows it, in milliseconds. */
  publicationDelay: { median: number; slowest: number; publications: number };
  reads: { alone: Figures; beside: Figures; byThroughput: number; savesPerSecond: number };
}

/** The same done by a bare loop and by editors with Vitrine: medians over the rounds. */
interface Compared {
  bare: Side;
  vitrine: Side;
  byThroughput: number;
  byCpu: number;
}

interface Side {
  perSecond: number;
  cpuMs: number;
  p50Ms: number;
  p99Ms: number;
}

export const editedDocuments = 20_000;
const blocks = 100;
/** A studio saves what somebody types once a second. */
const busyPauseMs = 1_000;
const beforeReadsMs = 500;
/** All editors have one address here. */
const unlimitedWrites = { RATE_LIMIT_WRITES_PER_SECOND: "1000000", RATE_LIMIT_WRITES_BURST: "1000000" };

interface EditedSite {
  editing: Omit<Editing, "port" | "pages">;
  /** Of the editors, and of the bare loop. */
  pages: { vitrine: EditedPage[]; bare: EditedPage[] };
  /** Hot reads of the public. */
  reads: Read[];
  /** Of the page that the first editor publishes. */
  publicPage: Read;
  close(): Promise<void>;
}

/** Measures on a migrated database. */
export async function measureEditors(bench: Bench, url: string, documents: number): Promise<EditorsAtWork> {
  const site = await addEditedSite(url, documents);
  try {
    await bench.scratch.on(url, "vacuum analyze");
    // The first page is heard, and nobody else works on it.
    const [heardPage, ...pages] = site.pages.vitrine as [EditedPage, ...EditedPage[]];
    const heard = await hearEditing(url, { ...site.editing, pages: [heardPage] });
    const server = await startVitrine(bench.scratch, { ...onPostgres(url), ...unlimitedWrites, DATABASE_POOL: String(poolSize) });
    const editing = { ...site.editing, port: server.port, pages } satisfies Editing;
    const editors = startWorker<object, EditingTask, Repeated>("editor.ts", editing);
    bench.scratch.later(editors.stop);
    const bareSetup = { database: { url, poolSize }, ...heard, pages: site.pages.bare.map((page) => ({ ...page, revision: 1 })) };
    const bare = startWorker<object, EditingTask, Repeated>("bare-editor.ts", bareSetup satisfies BareEditor);
    bench.scratch.later(bare.stop);
    const sides = [
      { worker: bare, pid: bare.pid },
      { worker: editors, pid: server.pid },
    ] as const;
    const save = await inTurn(bench, sides, "save");
    const list = await inTurn(bench, sides, "list");
    const listAssets = await inTurn(bench, sides, "listAssets");
    await bare.stop();
    const reads = await readBesideEditors(bench, server, editors, site.reads);
    await editors.stop();
    const publicationDelay = await untilShown(bench, url, editing, site.publicPage, server);
    await server.stop();
    return { documents, save, list, listAssets, publicationDelay, reads };
  } finally {
    await site.close();
  }
}

async function addEditedSite(url: string, documents: number): Promise<EditedSite> {
  const entries = await addManyEntries(url, documents);
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  const { deps } = assembleForBench({ sql, ids: systemIds });
  const composition = Array.from({ length: blocks }, (_, index) => ({
    type: "text",
    props: { text: `Block ${index + 1}: ${"some words ".repeat(20)}` },
  }));
  const pages = Array.from({ length: 2 * clients + 1 }, (_, index) => ({
    slug: `edited-${index}`,
    locale: "en",
    status: "DRAFT",
    title: `Edited ${index}`,
    composition,
  }));
  const text = { type: "text", title: "Text", schema: { type: "object", properties: { text: { type: "string" } } } };
  await bundleImports(deps, "http://localhost").import({ bundle: 1, site: entries.site, blockTypes: [text], pages });
  const rows = await sql<EditedPage & { siteId: string; slug: string }>`
    select document_id as id, id as "translationId", site_id as "siteId", slug from translations where slug like 'edited-%' order by slug`;
  await addManyAssets(sql, rows[0]?.siteId ?? "", documents);
  const ids = rows.map(({ id, translationId }) => ({ id, translationId }));
  const { headers } = await addMember(
    { deps, ask: () => Promise.reject(new Error("The bench asks through a server.")) },
    { id: rows[0]?.siteId ?? "" },
    "EDITOR",
  );
  return {
    editing: {
      siteSlug: entries.site.slug,
      headers,
      draft: { slug: "edited", title: "Edited", composition },
      list: "/entries?contentType=article&pageSize=50",
    },
    pages: { vitrine: ids.slice(0, clients + 1), bare: ids.slice(clients + 1) },
    reads: Array.from({ length: 20 }, (_, place) => entries.read(place)),
    publicPage: { path: "/api/public/v1/pages/published", headers: { "x-api-key": entries.key } },
    close: async () => {
      await Promise.all([entries.close(), sql.close()]);
    },
  };
}

type Workers = readonly [{ worker: Worker<EditingTask, Repeated>; pid: number }, { worker: Worker<EditingTask, Repeated>; pid: number }];

/** Both in turn, round after round, so that a disturbance of the machine affects both. */
async function inTurn(bench: Bench, sides: Workers, kind: EditingTask["kind"]): Promise<Compared> {
  const { rounds, seconds } = bench;
  for (const { worker } of sides)
    await warmUp(bench, async (warmUpSeconds) => (await worker.run({ kind, milliseconds: warmUpSeconds * 1_000 })).done);
  const figures: [Side[], Side[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { worker, pid } = sides[side];
      const before = cpuSeconds(pid);
      const { perSecond, done, ms } = await worker.run({ kind, milliseconds: seconds * 1_000 });
      figures[side].push({ perSecond, cpuMs: ((cpuSeconds(pid) - before) * 1_000) / done, p50Ms: ms.p50, p99Ms: ms.p99 });
    }
  }
  const [bare, vitrine] = figures;
  return {
    bare: mediansOf(bare),
    vitrine: mediansOf(vitrine),
    byThroughput: median(vitrine.map((round, index) => round.perSecond / (bare[index] as Side).perSecond)),
    byCpu: median(vitrine.map((round, index) => (bare[index] as Side).cpuMs / round.cpuMs)),
  };
}

function mediansOf(rounds: readonly Side[]): Side {
  const of = (value: (round: Side) => number) => median(rounds.map(value));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    cpuMs: of(({ cpuMs }) => cpuMs),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
  };
}

async function readBesideEditors(
  bench: Bench,
  server: ServerProcess,
  editors: Worker<EditingTask, Repeated>,
  reads: readonly Read[],
): Promise<EditorsAtWork["reads"]> {
  const requests = reads.map(requestText);
  await loadOnce(bench, server, requests, 200, bench.warmUpSeconds);
  const [alone, beside]: [Round[], Round[]] = [[], []];
  const saves: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    alone.push(await loadOnce(bench, server, requests, 200, bench.seconds));
    const working = editors.run({ kind: "save", milliseconds: beforeReadsMs + bench.seconds * 1_000, pauseMs: busyPauseMs });
    await delay(beforeReadsMs);
    beside.push(await loadOnce(bench, server, requests, 200, bench.seconds));
    saves.push((await working).perSecond);
  }
  return {
    alone: figuresOf(alone),
    beside: figuresOf(beside),
    byThroughput: medianRatio(beside, alone, ({ perSecond }) => perSecond),
    savesPerSecond: median(saves),
  };
}

/** Publishes with one process, and asks another one until it shows the publication. */
async function untilShown(
  bench: Bench,
  url: string,
  { siteSlug, headers, pages, draft }: Editing,
  publicPage: Read,
  server: ServerProcess,
): Promise<EditorsAtWork["publicationDelay"]> {
  const other = await startVitrine(bench.scratch, onPostgres(url));
  const base = `http://127.0.0.1:${server.port}/api/admin/v1/sites/${siteSlug}/pages/${pages[0]?.id ?? ""}`;
  const send = async (method: string, path: string, body?: object, more: Readonly<Record<string, string>> = {}) => {
    const sent = { method, headers: { ...headers, ...more, ...(body ? { "content-type": "application/json" } : {}) } };
    const response = await fetch(base + path, body ? { ...sent, body: JSON.stringify(body) } : sent);
    const answer = (await response.json()) as { data: { revision: number; translations: [{ revision: number }] } };
    if (response.status !== 200)
      throw new Error(`A publication of the bench returned ${response.status}: ${JSON.stringify(answer).slice(0, 300)}`);
    return answer.data;
  };
  const times: number[] = [];
  for (let number = 0; number < 4 * bench.rounds; number += 1) {
    const title = `Published ${number}`;
    const [translation] = (await send("GET", "")).translations;
    const saved = await send("PUT", "/en/draft", { ...draft, slug: "published", title }, { "if-match": `"${translation.revision}"` });
    await send("POST", "/en/publish", { revision: saved.revision });
    const published = performance.now();
    while (!(await ask(other.port, publicPage)).body.includes(`"${title}"`)) {
      if (performance.now() - published > 10_000) throw new Error("Another process does not show a publication.");
      await delay(5);
    }
    times.push(performance.now() - published);
  }
  await other.stop();
  return { median: median(times), slowest: Math.max(...times), publications: times.length };
}

export function editorLines({ save, list, listAssets, publicationDelay, reads, documents }: EditorsAtWork): {
  work: Line[];
  beside: Line[];
} {
  const line = (name: string, { bare, vitrine, byThroughput, byCpu }: Compared, goal: number): Line => ({
    cells: [
      ...[name, count(bare.perSecond), count(vitrine.perSecond), byThroughput.toFixed(2), bare.cpuMs.toFixed(2), vitrine.cpuMs.toFixed(2)],
      ...[
        byCpu.toFixed(2),
        `${bare.p50Ms.toFixed(1)} / ${vitrine.p50Ms.toFixed(1)}`,
        `${bare.p99Ms.toFixed(1)} / ${vitrine.p99Ms.toFixed(1)}`,
      ],
    ],
    goal: { text: `≥ ${goal.toFixed(2)} of bare`, met: byThroughput >= goal },
  });
  return {
    work: [
      line(`save a draft of ${blocks} blocks`, save, 0.5),
      line(`list 50 of ${count(documents)} entries`, list, 0.6),
      line(`list 50 of ${count(documents)} assets`, listAssets, 0.6),
    ],
    beside: [
      {
        cells: [
          `an entry from memory, beside ${clients} editors`,
          ...[count(reads.alone.perSecond), count(reads.beside.perSecond), reads.byThroughput.toFixed(2), reads.savesPerSecond.toFixed(1)],
        ],
        goal: { text: "≥ 0.90 of alone", met: reads.byThroughput >= 0.9 },
      },
      {
        cells: [
          `a publication, shown by another process: median ${publicationDelay.median.toFixed(0)} ms, slowest of ${publicationDelay.publications} ${publicationDelay.slowest.toFixed(0)} ms`,
          ...["", "", "", ""],
        ],
        goal: { text: "≤ 1 s", met: publicationDelay.slowest <= 1_000 },
      },
    ],
  };
}

export function editorsSection(results: EditorsAtWork): string {
  const { work, beside } = editorLines(results);
  return `## Editors

${clients} editors use the admin API, each on a different page.

${withGoals(["", "bare/s", "Vitrine/s", "of bare", "CPU ms bare", "CPU ms Vitrine", "of bare by CPU", "p50 ms", "p99 ms"], work)}

${withGoals(["", "alone/s", "beside/s", "of alone", "saves/s"], beside)}
`;
}

export const editorsMethod = `- Editors: the bare loop is one process with ${clients} loops, without an HTTP server or a client. It runs the statements that the bench recorded
  from the server for a saved draft and for each list, including those that find the session, the member and the site. Beside reads
  (${connections} connections), each editor saves once a second, as the studio does for somebody who types.
`;
