import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { addMember } from "../test/kit/admins.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import { withGoals, type Line } from "./lines.ts";
import { cpuSeconds, residentMiB, type ServerProcess } from "./process.ts";
import { median, type Bench } from "./rounds.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

/** The cost of open streams for a process without events. */
export interface OpenStreams {
  streams: number;
  /** Resident memory of the process, in MiB, without streams and with all of them: median over starts. */
  beforeMiB: number;
  afterMiB: number;
  /** Processor time while all are open and nothing happens, as a share of one core. */
  cpuShare: number;
}

export const openStreams = 1_000;
/** A person may follow 20 streams of a process. */
const streamsOfPerson = 20;
const silentMs = 5_000;
const site = { slug: "followed", name: "Followed", defaultLocale: "en", locales: ["en"], currency: "eur" };

/** Measures on a migrated database. */
export async function measureStreams(bench: Bench, url: string, streams: number): Promise<OpenStreams> {
  const people = await addFollowers(url, Math.ceil(streams / streamsOfPerson));
  const rounds: { beforeMiB: number; afterMiB: number; cpuShare: number }[] = [];
  for (let start = 0; start < Math.min(bench.starts, 3); start += 1) rounds.push(await openAll(bench, url, people, streams));
  const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  return {
    streams,
    beforeMiB: of(({ beforeMiB }) => beforeMiB),
    afterMiB: of(({ afterMiB }) => afterMiB),
    cpuShare: of(({ cpuShare }) => cpuShare),
  };
}

/** The headers of so many members' sessions. */
async function addFollowers(url: string, count: number): Promise<Readonly<Record<string, string>>[]> {
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const { deps } = assembleForBench({ sql, ids: systemIds });
    const { siteId } = await bundleImports(deps, "http://localhost").import({ bundle: 1, site });
    const people = [];
    const ask = () => Promise.reject(new Error("The bench asks through a server."));
    for (let person = 0; person < count; person += 1) people.push((await addMember({ deps, ask }, { id: siteId }, "EDITOR")).headers);
    return people;
  } finally {
    await sql.close();
  }
}

async function openAll(bench: Bench, url: string, people: readonly Readonly<Record<string, string>>[], streams: number) {
  const server = await startVitrine(bench.scratch, { ...onPostgres(url), CONNECTIONS_PER_CLIENT: "2000" });
  // The first one loads what all of them need.
  const sockets = [await openStream(server, people[0] ?? {})];
  await delay(1_000);
  const beforeMiB = residentMiB(server.pid);
  while (sockets.length < streams) {
    const next = Array.from({ length: Math.min(50, streams - sockets.length) }, (_, index) => {
      return openStream(server, people[Math.floor((sockets.length + index) / streamsOfPerson)] ?? {});
    });
    sockets.push(...(await Promise.all(next)));
  }
  const before = cpuSeconds(server.pid);
  await delay(silentMs);
  const cpuShare = (cpuSeconds(server.pid) - before) / (silentMs / 1_000);
  const afterMiB = residentMiB(server.pid);
  for (const socket of sockets) socket.destroy();
  await server.stop();
  return { beforeMiB, afterMiB, cpuShare };
}

/** Resolves when the stream has told where it begins. */
function openStream({ port }: ServerProcess, headers: Readonly<Record<string, string>>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let text = "";
    const lines = Object.entries({ host: "127.0.0.1", accept: "text/event-stream", ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`GET /api/admin/v1/sites/${site.slug}/events HTTP/1.1\r\n${lines.join("")}\r\n`);
    socket.setEncoding("utf8").on("data", (part: string) => {
      text = (text + part).slice(-2_000);
      if (text.includes("\nid: ")) resolve(socket);
      else if (/^HTTP\/1.1 (?!200)/.test(text)) reject(new Error(`A stream was refused: ${text}`));
    });
    socket.on("error", reject).on("close", () => reject(new Error(`A stream ended: ${text}`)));
  });
}

export function streamsLine({ streams, beforeMiB, afterMiB, cpuShare }: OpenStreams): Line {
  const more = afterMiB - beforeMiB;
  return {
    cells: [
      `${streams} streams of events`,
      ...[beforeMiB.toFixed(0), afterMiB.toFixed(0), more.toFixed(0), `${(100 * cpuShare).toFixed(1)} %`],
    ],
    goal: { text: "< 60 MiB", met: more < 60 },
  };
}

export function streamsSection(results: OpenStreams): string {
  return `## Streams of events

One process, without any events. CPU: the share of one core while all streams are open.

${withGoals(["", "MiB before", "MiB with them", "for them", "CPU"], [streamsLine(results)])}
`;
}
