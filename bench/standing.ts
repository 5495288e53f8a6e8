import { requestText } from "./exchange.ts";
import { residentMiB } from "./process.ts";
import { loadOnce, median, type Bench } from "./rounds.ts";
import type { BenchSite } from "./site.ts";
import { onEmbedded, startVitrine, type Settings } from "./vitrine.ts";

/** The resources of one server before and after any load. */
export interface Standing {
  readyMs: number;
  idleMiB: number;
  loadedMiB: number;
}

/** Start time on an existing database (median), and memory: when just ready, and after pages and lists of the whole site were read. */
export async function measureStanding(bench: Bench, { page, list, plainPages }: BenchSite, settings: Settings): Promise<Standing> {
  const readyMs: number[] = [];
  let server = await startVitrine(bench.scratch, settings);
  for (readyMs.push(server.readyMs); readyMs.length < bench.starts; readyMs.push(server.readyMs)) {
    await server.stop();
    server = await startVitrine(bench.scratch, settings);
  }
  const idleMiB = residentMiB(server.pid);
  for (const reads of [[page], [list], plainPages]) {
    await loadOnce(bench, server, reads.map(requestText), 200, bench.seconds);
  }
  const loadedMiB = residentMiB(server.pid);
  await server.stop();
  return { readyMs: median(readyMs), idleMiB, loadedMiB };
}

/** Time of `vitrine serve --demo` in an empty folder until it is ready: database made, migrated, demo site imported (median). */
export async function measureFirstStart({ scratch, starts }: Bench): Promise<number> {
  const readyMs: number[] = [];
  for (let start = 0; start < Math.min(starts, 3); start += 1) {
    const server = await startVitrine(scratch, onEmbedded(await scratch.folder()), "--demo");
    readyMs.push(server.readyMs);
    await server.stop();
  }
  return median(readyMs);
}
