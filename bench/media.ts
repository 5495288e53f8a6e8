import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { systemIds } from "../server/src/adapters/system.ts";
import { addMember } from "../test/kit/admins.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import { startBare } from "./bare.ts";
import type { BareRendering } from "./bare-pictures.ts";
import type { BareUpload } from "./bare-upload.ts";
import { drawPictures, soundOf } from "./drawn-files.ts";
import type { Read } from "./exchange.ts";
import { hostileLine, readsBesideHostile, type BesideHostile } from "./hostile-uploads.ts";
import { withGoals, type Line } from "./lines.ts";
import { cpuSeconds, type ServerProcess } from "./process.ts";
import { median, type Bench } from "./rounds.ts";
import type { Scratch } from "./scratch.ts";
import { compareStoredVariants, storedLines, type StoredVariants } from "./stored-variants.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";
import { startWorker } from "./worker.ts";

/** A media library beside the programs that do one of its works and nothing else. */
export interface Media {
  sizes: MediaSizes;
  storedVariants: StoredVariants[];
  renders: (Compared & { format: BareRendering["format"] })[];
  upload: Compared;
  hostile: BesideHostile;
}

export interface MediaSizes {
  /** Of the pictures, pixels. */
  width: number;
  height: number;
  /** Pictures, each rendered once in each format. */
  pictures: number;
  uploads: number;
  uploadMiB: number;
}

/** One after the other, in turn with the bare program. */
interface Compared {
  bareMs: number;
  vitrineMs: number;
  /** Of the times of each pair. */
  ofBare: number;
}

export const mediaSizes: MediaSizes = { width: 4_000, height: 3_000, pictures: 12, uploads: 12, uploadMiB: 20 };

const crop = { width: 768, height: 576 };
/** Not among those that the server renders after an upload. */
const variant = `${crop.width}x4-3`;
const site = { slug: "media", name: "Media", defaultLocale: "en", locales: ["en"], currency: "eur" };
const key = "pk_benchbenchbenchbenchbenchbench02";
const block = { type: "text", title: "Text", schema: { type: "object", properties: { text: { type: "string" } } } };
const page = {
  slug: "home",
  locale: "en",
  title: "Home",
  composition: Array.from({ length: 20 }, (_, index) => ({
    type: "text",
    props: { text: `Block ${index + 1}: ${"some words ".repeat(20)}` },
  })),
};

/** Measures on a migrated database. */
export async function measureMedia(bench: Bench, url: string, sizes: MediaSizes): Promise<Media> {
  const people = await addPeople(url);
  const [headers] = people;
  const files = await bench.scratch.folder();
  // Several uploads of one person in a short time.
  const limits = { RATE_LIMIT_WRITES_PER_SECOND: "1000000", RATE_LIMIT_WRITES_BURST: "1000000" };
  const server = await startVitrine(bench.scratch, { ...onPostgres(url), ...limits, DATA_DIR: files });
  const uploads = await compareUploads(bench.scratch, server, headers, sizes);
  const sources = await drawPictures(bench.scratch, sizes);
  const bases: string[] = [];
  for (const source of sources) bases.push(await addPicture(server, headers, source));
  await untilIdle(server);
  const renders: Media["renders"] = [];
  for (const format of ["webp", "avif"] as const) renders.push(await compareRenders(bench.scratch, server, format, sources, bases));
  const storedVariants = await compareStoredVariants(bench, server, bases);
  const read = { path: "/api/public/v1/pages/home", headers: { "x-api-key": key } };
  const hostile = await readsBesideHostile(bench, server, { path: `/api/admin/v1/sites/${site.slug}/assets`, people, read });
  await server.stop();
  return { sizes, storedVariants, renders, upload: uploads, hostile };
}

/** The headers of the sessions of three owners. */
async function addPeople(url: string): Promise<[Read["headers"], ...Read["headers"][]]> {
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const { deps } = assembleForBench({ sql, ids: systemIds });
    const { siteId } = await bundleImports(deps, "http://localhost").import({
      bundle: 1,
      site,
      apiKeys: [{ name: "bench", key }],
      blockTypes: [block],
      pages: [page],
    });
    const here = { deps, ask: () => Promise.reject(new Error("The bench asks through a server.")) };
    const add = async () => (await addMember(here, { id: siteId }, "OWNER")).headers;
    return [await add(), await add(), await add()];
  } finally {
    await sql.close();
  }
}

/** Uploads a picture. Resolves with the path that the addresses of its variants begin with. */
async function addPicture(server: ServerProcess, headers: Read["headers"], path: string): Promise<string> {
  const url = await upload(server, headers, { bytes: await readFile(path), contentType: "image/jpeg", name: basename(path) });
  return dirname(new URL(url).pathname);
}

interface SentFile {
  bytes: Buffer;
  contentType: string;
  name: string;
}

async function upload({ port }: ServerProcess, headers: Read["headers"], { bytes, contentType, name }: SentFile): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/v1/sites/${site.slug}/assets`, {
    method: "POST",
    headers: { ...headers, "content-type": contentType, "content-disposition": `attachment; filename="${name}"` },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`An upload of the bench returned ${response.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: { url: string } }).data.url;
}

/** Nothing is rendered ahead any more: the server has used no processor time for a while. */
async function untilIdle({ pid }: ServerProcess): Promise<void> {
  for (let quiet = 0, before = cpuSeconds(pid); quiet < 4;) {
    await delay(500);
    const now = cpuSeconds(pid);
    quiet = now - before < 0.03 ? quiet + 1 : 0;
    before = now;
  }
}

async function compareUploads(scratch: Scratch, server: ServerProcess, headers: Read["headers"], sizes: MediaSizes): Promise<Compared> {
  const bare = await startBare(scratch, "bare-upload.ts", { folder: await scratch.folder() } satisfies BareUpload);
  const bytes = soundOf(sizes.uploadMiB * 1_024 * 1_024);
  const sendBare = async () => {
    const { status } = await fetch(`http://127.0.0.1:${bare.port}/`, { method: "POST", body: new Uint8Array(bytes) });
    if (status !== 201) throw new Error(`The bare server returned ${status}.`);
  };
  const sendVitrine = async (number: number) => {
    // The same bytes again would be one file.
    bytes.writeUInt32LE(number, bytes.length - 4);
    await upload(server, headers, { bytes, contentType: "audio/wav", name: `${number}.wav` });
  };
  const compared = await inTurn(sizes.uploads, sendBare, sendVitrine);
  await bare.stop();
  return compared;
}

async function compareRenders(
  scratch: Scratch,
  { port }: ServerProcess,
  format: BareRendering["format"],
  sources: readonly string[],
  bases: readonly string[],
): Promise<Media["renders"][number]> {
  const folder = await scratch.folder();
  const bare = startWorker<object, BareRendering, object>("bare-pictures.ts", {});
  scratch.later(bare.stop);
  const render = async (number: number) => {
    const response = await fetch(`http://127.0.0.1:${port}${bases[number] ?? ""}/${variant}.${format}`);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`A variant of the bench returned ${response.status}.`);
  };
  const renderBare = async (number: number) => {
    await bare.run({ source: sources[number] as string, target: join(folder, `${number}.${format}`), ...crop, format });
  };
  const compared = await inTurn(sources.length, renderBare, render);
  await bare.stop();
  return { format, ...compared };
}

/** Each work by the bare program and by Vitrine, so that a disturbance of the machine affects both. The first pair warms both up. */
async function inTurn(
  pairs: number,
  bare: (number: number) => Promise<void>,
  vitrine: (number: number) => Promise<void>,
): Promise<Compared> {
  const time = async (work: (number: number) => Promise<void>, number: number) => {
    const beganAt = performance.now();
    await work(number);
    return performance.now() - beganAt;
  };
  const times: { bareMs: number; vitrineMs: number }[] = [];
  for (let number = 0; number < pairs; number += 1) {
    const isFirst = number % 2 === 0;
    const early = isFirst ? await time(bare, number) : undefined;
    const vitrineMs = await time(vitrine, number);
    times.push({ bareMs: early ?? (await time(bare, number)), vitrineMs });
  }
  const warm = times.length > 1 ? times.slice(1) : times;
  return {
    bareMs: median(warm.map(({ bareMs }) => bareMs)),
    vitrineMs: median(warm.map(({ vitrineMs }) => vitrineMs)),
    ofBare: median(warm.map(({ bareMs, vitrineMs }) => bareMs / vitrineMs)),
  };
}

export function mediaLines({ sizes, renders, upload: uploads }: Media): Line[] {
  const line = (name: string, { bareMs, vitrineMs, ofBare }: Compared, goal: number): Line => ({
    cells: [name, bareMs.toFixed(0), vitrineMs.toFixed(0), ofBare.toFixed(2)],
    goal: { text: `≥ ${goal.toFixed(2)} of bare`, met: ofBare >= goal },
  });
  return [
    ...renders.map((each) => line(`first ${each.format} of ${crop.width} × ${crop.height}, beside bare sharp`, each, 0.8)),
    line(`upload of ${sizes.uploadMiB} MiB, beside a bare stream to the disk`, uploads, 0.5),
  ];
}

export function mediaSection(media: Media): string {
  const { width, height, pictures, uploads } = media.sizes;
  return `## Media

${pictures} pictures of ${width} × ${height}, and ${uploads} uploads. nginx has one process, and the same files and headers. node is a bare node:http server that writes
the same number of bytes and the same headers. Each connection reads all pictures of a page. Bare sharp is a process that renders the same
size, crop and encoding from a file to a file. The bare stream writes the body to a file and syncs it. Beside hostile pictures, the server
and its process for pictures share one processor, and the load generator has another.

${withGoals(["Read", "nginx/s", "node/s", "Vitrine/s", "node of nginx", "of nginx", "of node", "CPU µs"], storedLines(media.storedVariants))}

${withGoals(["One after the other", "bare ms", "Vitrine ms", "of bare"], mediaLines(media))}

${withGoals(["Read", "alone/s", "beside/s", "of alone", "p99 ms", "pictures answered"], [hostileLine(media.hostile)])}
`;
}
