import { basename } from "node:path";
import { comparison, type Comparison } from "./against-bare.ts";
import type { BareFiles } from "./bare-files.ts";
import { startBare } from "./bare.ts";
import { ask, requestText } from "./exchange.ts";
import { count, type Line } from "./lines.ts";
import { startNginx, type StoredFile } from "./nginx.ts";
import type { ServerProcess } from "./process.ts";
import { connections, figuresOf, loadInTurn, medianRatio, type Bench, type Figures, type Round } from "./rounds.ts";

/** Beside nginx with the same files and headers, and beside a bare node:http with as many bytes. */
export interface StoredVariants extends Comparison {
  node: Figures;
  /** By throughput. */
  ofNode: number;
  nodeOfNginx: number;
}

/** Of pictures that phones and laptops show: a sign beside a name, one in a list, one in a text, one that fills the screen. */
const widths = [64, 256, 768, 1_920];
/** The pictures of a page, by their widths. */
const pageOf: readonly { width: number; pictures: number }[] = [
  { width: 256, pictures: 12 },
  { width: 768, pictures: 4 },
  { width: 1_920, pictures: 1 },
];
const format = "webp";

/** Reads of variants that were rendered before, from pictures with these beginnings of their addresses. */
export async function compareStoredVariants(bench: Bench, server: ServerProcess, bases: readonly string[]): Promise<StoredVariants[]> {
  const pathOf = (width: number, place = 0) => `${bases[place % bases.length] ?? ""}/${width}xauto.${format}`;
  const page = pageOf.flatMap(({ width, pictures }) => Array.from({ length: pictures }, (_, place) => pathOf(width, place)));
  const files = new Map<string, StoredFile>();
  for (const path of new Set([...widths.map((width) => pathOf(width)), ...page])) files.set(path, await read(server, path));
  const nginx = await startNginx(bench.scratch, files);
  const node = await startBare(bench.scratch, "bare-files.ts", bareFiles(files));
  const compared: StoredVariants[] = [];
  const compare = async (name: string, goal: number | undefined, paths: readonly string[]) => {
    const requests = paths.map((path) => requestText({ path, headers: {} }));
    compared.push(inThree(name, goal, await loadInTurn(bench, [nginx, server, node], requests, 200)));
  };
  for (const path of widths.map((width) => pathOf(width)))
    await compare(`${basename(path)}, ${((files.get(path)?.bytes.length ?? 0) / 1_000).toFixed(0)} kB`, undefined, [path]);
  // Each connection asks for all pictures of the page, and no two begin with the same one.
  const inTurn = Array.from({ length: connections * page.length }, (_, index) => (index % connections) + Math.floor(index / connections));
  const number = pageOf.map(({ width, pictures }) => `${pictures} of ${width}`).join(", ");
  await compare(
    `the pictures of a page: ${number}`,
    0.5,
    inTurn.map((place) => page[place % page.length] as string),
  );
  await nginx.stop();
  await node.stop();
  return compared;
}

async function read({ port }: ServerProcess, path: string): Promise<StoredFile> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`A stored variant of the bench returned ${response.status}.`);
  const { headers } = await ask(port, { path, headers: {} });
  return { bytes, headers };
}

function bareFiles(files: ReadonlyMap<string, StoredFile>): BareFiles {
  return Object.fromEntries([...files].map(([path, { bytes, headers }]) => [path, { bytes: bytes.length, headers }]));
}

function inThree(name: string, goal: number | undefined, rounds: Round[][]): StoredVariants {
  const [ofNginx = [], ofVitrine = [], ofNode = []] = rounds;
  const ratio = (one: Round[], other: Round[]) => medianRatio(one, other, ({ perSecond }) => perSecond);
  return {
    ...comparison(name, goal, rounds, "throughput"),
    node: figuresOf(ofNode),
    ofNode: ratio(ofVitrine, ofNode),
    nodeOfNginx: ratio(ofNode, ofNginx),
  };
}

/** By throughput: nginx answers a file with less processor time than any server in JavaScript can. */
export function storedLines(variants: readonly StoredVariants[]): Line[] {
  return variants.map(({ read: name, goal, bare, node, vitrine, byThroughput, ofNode, nodeOfNginx }) => {
    const perSecond = [bare, node, vitrine].map((figures) => count(figures.perSecond));
    const cpuMicros = [bare, node, vitrine].map(({ cpuMicrosPerAnswer }) => cpuMicrosPerAnswer.toFixed(1));
    const shares = [nodeOfNginx, byThroughput, ofNode].map((share) => share.toFixed(2));
    return {
      cells: [name, ...perSecond, ...shares, cpuMicros.join(" / ")],
      ...(goal === undefined ? {} : { goal: { text: `≥ ${goal.toFixed(2)} of nginx`, met: byThroughput >= goal } }),
    };
  });
}
