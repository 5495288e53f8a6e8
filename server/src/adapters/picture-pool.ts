import { rm } from "node:fs/promises";
import type { Logger } from "pino";
import {
  CannotProcessPictures,
  PicturesBusy,
  type FileRefusal,
  type PictureOwner,
  type Pictures,
  type PreparedFile,
} from "../ports/pictures.ts";
import { ProcessorTime } from "../lib/limits/processor-time.ts";
import type { Rate } from "../lib/limits/token-bucket.ts";
import type { Clock } from "../ports/clock.ts";
import { systemClock } from "./system.ts";
import { PictureChild, type JobResult } from "./pictures/child-process.ts";
import { FairQueue } from "./pictures/fair-queue.ts";
import type { PictureJob, Rendered } from "./pictures/jobs.ts";
import { tooCostly } from "./pictures/refusal.ts";

export interface PicturePool {
  clock?: Clock;
  /** How many costly files are worked on at once. One more process is there for the others. */
  workers: number;
  log?: Pick<Logger, "warn" | "error">;
  /** How many files of one site of each kind, to be prepared or to be rendered, may wait. */
  maxWaiting?: number;
  /** How long a file of each kind waits for its turn: whoever sent it gets an answer before they give up. */
  maxWaitMs?: { prepare: number; render: number };
  /** After how long without work a process ends. */
  idleMs?: number;
  /** Of processor time, for one file. */
  maxJobMs?: number;
  /** Of the memory of one process. */
  maxBytes?: number;
  /** Milliseconds of processor time that a site's files take before they all count as costly. Default: four seconds at once, then a tenth of a processor. */
  share?: Rate;
}

type Result = PreparedFile | Rendered | FileRefusal;

interface Waiting {
  owner: PictureOwner;
  job: PictureJob;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  /** Its turn has come. */
  begin: () => void;
}

/** Files that wait for one of `processes`; each file may take so much processor time there. */
interface Lane {
  waiting: Record<PictureJob["kind"], FairQueue<Waiting>>;
  processes: number;
  working: number;
  maxJobMs: number;
  /** Uploads since the last rendering. */
  inARow: number;
}

const tooManyWait = "Too many files wait: try again later.";

const mostKeptBytes = 160 * 1_024 * 1_024;
const usualWaits = { prepare: 60_000, render: 10_000 };
const usualShare = { perSecond: 100, burst: 4_000 };
/** After so many uploads, for which people wait, one rendering has its turn. */
const preparesInARow = 3;
/** Of all sites together. */
const mostWaiting = 1_000;
/**
 * A file that takes more processor time than this is costly. A photograph of 12 megapixels takes a fifth. It is also how long the next file of another site
 * waits at most, wherever it does.
 */
const quickMs = 1_000;

/**
 * Works on strangers' files in child processes, which start with the first files and end when there are none. The site that has used the least time lately
 * is next, and one process is there for files that are done soon: a file that takes more than a second of processor time is begun anew among the costly ones, and the files of a site
 * that has used up its share go there at once. So no site keeps the others waiting, whatever files it has.
 */
export function startPictures({
  clock = systemClock,
  workers,
  log,
  maxWaiting = 100,
  maxWaitMs = usualWaits,
  idleMs = 30_000,
  maxJobMs = 10_000,
  maxBytes = 512 * 1_024 * 1_024,
  share = usualShare,
}: PicturePool): Pictures {
  const time = new ProcessorTime(share, clock);
  const useOf = (site: string) => time.usedMs(site);
  const lane = (processes: number, jobMs: number): Lane => ({
    waiting: { prepare: new FairQueue(useOf), render: new FairQueue(useOf) },
    processes,
    working: 0,
    maxJobMs: jobMs,
    inARow: 0,
  });
  const quick = lane(1, Math.min(quickMs, maxJobMs));
  const costly = lane(workers, maxJobMs);
  const lanes = [quick, costly];
  const queues = lanes.flatMap(({ waiting }) => [waiting.prepare, waiting.render]);
  const waitingInAll = () => queues.reduce((sum, { length }) => sum + length, 0);
  const idle: { child: PictureChild; end: NodeJS.Timeout }[] = [];
  const working = new Set<PictureChild>();
  let isClosed = false;
  let isUnableTold = false;

  const enqueue = (job: PictureJob, owner: PictureOwner): Promise<Result> => {
    const waitingOfSite = lanes.reduce((sum, { waiting }) => sum + waiting[job.kind].lengthOf(owner.site), 0);
    if (isClosed || waitingOfSite >= maxWaiting || waitingInAll() >= mostWaiting) return Promise.reject(new PicturesBusy(tooManyWait));
    return new Promise((resolve, reject) => wait(time.waitSeconds(owner.site) > 0 ? costly : quick, { job, owner, resolve, reject }));
  };

  const wait = ({ waiting }: Lane, file: Omit<Waiting, "begin">): void => {
    const queue = waiting[file.job.kind];
    const giveUp = setTimeout(() => {
      queue.remove(waited);
      file.reject(new PicturesBusy(tooManyWait));
    }, maxWaitMs[file.job.kind]).unref();
    const waited: Waiting = { ...file, begin: () => clearTimeout(giveUp) };
    queue.push(waited);
    work();
  };

  const work = (): void => {
    for (const each of lanes) {
      while (each.working < each.processes && !isClosed) {
        const next = take(each);
        if (!next) break;
        void run(each, takeChild(), next);
      }
    }
  };

  const take = (from: Lane): Waiting | undefined => {
    const { prepare, render } = from.waiting;
    const renderFirst = render.length > 0 && (from.inARow >= preparesInARow || prepare.length === 0);
    from.inARow = renderFirst ? 0 : from.inARow + 1;
    return (renderFirst ? render : prepare).shift();
  };

  const takeChild = (): PictureChild => {
    for (let next = idle.pop(); next; next = idle.pop()) {
      clearTimeout(next.end);
      if (next.child.isAlive) return next.child;
    }
    return new PictureChild(maxBytes);
  };

  const run = async (from: Lane, child: PictureChild, waited: Waiting): Promise<void> => {
    const { job, owner, resolve, reject, begin } = waited;
    begin();
    working.add(child);
    from.working += 1;
    const end = await child.run(job, from.maxJobMs);
    time.book(owner.site, end.usedMs);
    const hasResult = end.kind === "done" && !("refused" in end.result);
    if (!hasResult) await rm(job.target, { force: true });
    working.delete(child);
    from.working -= 1;
    if (end.kind === "done") resolve(end.result);
    else if (end.kind === "unable") {
      if (!isUnableTold) log?.error({ reason: end.message }, "this machine cannot process pictures: install sharp for it");
      isUnableTold = true;
      reject(new CannotProcessPictures());
    } else if (end.kind === "failed") reject(Object.assign(new Error(`The work on a file failed: ${end.message}`), { code: end.code }));
    else if (isClosed) reject(new PicturesBusy("The server stops: try again later."));
    else if (from === quick) wait(costly, waited);
    else {
      log?.warn({ reason: end.reason, kind: job.kind, siteId: owner.site }, "a file ended the process that worked on it");
      resolve(tooCostly);
    }
    keep(child, end);
    work();
  };

  /** A child that holds much memory would have less for its next file; it takes about 130 MiB after a drawing. */
  const keep = (child: PictureChild, end: JobResult): void => {
    if (!child.isAlive) return;
    const isFit = end.kind === "done" && end.rss < mostKeptBytes && !isClosed;
    if (!isFit) return void child.kill("it is replaced");
    const entry = { child, end: setTimeout(() => retire(entry), idleMs).unref() };
    idle.push(entry);
  };

  const retire = (entry: (typeof idle)[number]): void => {
    idle.splice(idle.indexOf(entry), 1);
    void entry.child.kill("it was idle");
  };

  return {
    prepare: (owner, file) => enqueue({ kind: "prepare", ...file }, owner) as Promise<PreparedFile | FileRefusal>,
    render: (owner, rendering) => enqueue({ kind: "render", ...rendering }, owner) as Promise<Rendered | FileRefusal>,
    get load() {
      return { waiting: waitingInAll(), working: working.size };
    },
    close: async () => {
      isClosed = true;
      for (const { reject, begin } of queues.flatMap((queue) => queue.drain())) {
        begin();
        reject(new PicturesBusy("The server stops: try again later."));
      }
      const unused = idle.splice(0);
      for (const { end } of unused) clearTimeout(end);
      const children = [...unused.map(({ child }) => child), ...working];
      await Promise.all(children.map((child) => child.kill("the server stops")));
    },
  };
}
