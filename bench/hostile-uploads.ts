import { setTimeout as delay } from "node:timers/promises";
import { bombs } from "../test/kit/hostile-pictures.ts";
import { requestText, type Read } from "./exchange.ts";
import { count, type Line } from "./lines.ts";
import type { ServerProcess } from "./process.ts";
import { keepApart } from "./processors.ts";
import { figuresOf, loadOnce, medianRatio, type Bench, type Figures, type Round } from "./rounds.ts";

/** Hot reads without and with people who upload pictures that are small and want much: of memory, of time. */
export interface BesideHostile {
  alone: Figures;
  beside: Figures;
  byThroughput: number;
  /** Uploads at once. */
  pictures: number;
  /** Uploads that were answered during the reads: taken, or refused. */
  answered: number;
}

export interface HostileUploads {
  /** The address to which the pictures are sent. */
  path: string;
  /** Of sessions: nobody may send more than four files at once. */
  people: readonly Read["headers"][];
  read: Read;
}

const pictures = 10;
/** Until the first picture is received, and the process for pictures works. */
const beforeReadsMs = 2_000;

export async function readsBesideHostile(
  bench: Bench,
  server: ServerProcess,
  { path, people, read }: HostileUploads,
): Promise<BesideHostile> {
  const files = (await bombs()).filter(([outcome]) => outcome === "any").slice(0, pictures);
  const requests = [requestText(read)];
  const measure = async (): Promise<Round[]> => {
    await loadOnce(bench, server, requests, 200, bench.warmUpSeconds);
    const rounds: Round[] = [];
    for (let round = 0; round < bench.rounds; round += 1) rounds.push(await loadOnce(bench, server, requests, 200, bench.seconds));
    return rounds;
  };
  const unite = keepApart(server.pid, bench.loader.pid);
  const alone = await measure();
  const end = new AbortController();
  let answered = 0;
  const upload = async (index: number) => {
    const body = new Blob([files[index % files.length]?.[2] ?? ""]);
    const headers = { ...people[index % people.length], "content-type": "application/octet-stream" };
    while (!end.signal.aborted) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: "POST", headers, body, signal: end.signal });
      if (response.status === 500) throw new Error(`A hostile picture was answered with ${response.status}.`);
      await response.arrayBuffer();
      answered += 1;
      await delay(100, undefined, { signal: end.signal });
    }
  };
  const uploads = Array.from({ length: pictures }, (_, index) =>
    upload(index).catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    }),
  );
  await delay(beforeReadsMs);
  // A failure of the reads ends the uploads first: theirs, when the server is gone, would hide it.
  const beside = await measure().finally(() => end.abort());
  await Promise.all(uploads);
  unite();
  return {
    alone: figuresOf(alone),
    beside: figuresOf(beside),
    byThroughput: medianRatio(beside, alone, ({ perSecond }) => perSecond),
    pictures,
    answered,
  };
}

export function hostileLine({ alone, beside, byThroughput, pictures: at, answered }: BesideHostile): Line {
  const times = (value: (of: Figures) => number) => `${value(alone).toFixed(2)} / ${value(beside).toFixed(2)}`;
  return {
    cells: [
      `one page, from memory, beside ${at} hostile pictures`,
      ...[count(alone.perSecond), count(beside.perSecond), byThroughput.toFixed(2), times(({ p99Ms }) => p99Ms), String(answered)],
    ],
    goal: { text: "≥ 0.80 of alone", met: byThroughput >= 0.8 },
  };
}
