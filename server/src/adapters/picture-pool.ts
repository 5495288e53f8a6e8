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
import type { JobLimits, PictureJob, Rendered } from "./pictures/jobs.ts";
import { tooCostly } from "./pictures/refusal.ts";

export interface PicturePool {
  clock?: Clock;
  /** How many costly files are worked on at once. One more process is there for the others. */
  workers: number;
  log?: Pick<Logger, "warn" | "error">;
  /** How many files of one account of each kind, to be prepared or to be rendered, may wait. */
  maxWaiting?: number;
  /** How long a file of each kind waits for its turn: whoever sent it gets an answer before they give up. */
  maxWaitMs?: { prepare: number; render: number };
  /** After how long without work a process ends. */
  idleMs?: number;
  /** Of processor time, for one file. */
  maxJobMs?: number;
  /** Of the memory of one process. */
  maxBytes?: number;
  /**
   * Milliseconds of processor time that an account's costly files may take before they are found to be costly. An account that has used them up has all of its
   * files among the costly ones. Default: two seconds at once, then 20 ms a second.
   */
  trials?: Rate;
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
  waiting: FairQueue<Waiting>;
  /** Processes without a file. */
  idle: { child: PictureChild; end: NodeJS.Timeout }[];
  processes: number;
  working: number;
  limits: JobLimits;
  niceness: number;
}

const tooManyWait = "Too many files wait: try again later.";

const mostKeptBytes = 160 * 1_024 * 1_024;
const usualWaits = { prepare: 60_000, render: 10_000 };
const usualTrials = { perSecond: 20, burst: 2_000 };
/** Of all accounts together. */
const mostWaiting = 1_000;
/**
 * A file that takes more processor time than this is costly. A photograph of 12 megapixels takes a fifth. It is also how long the next file of another account
 * waits at most, wherever it does.
 */
const quickMs = 1_000;
/** The quick process does not begin a rendering that is expected to take more than this share of `quickMs`. */
const surelyQuick = 0.8;
/**
 * Of the processes, between 0, as urgent as the server, and 19. Requests come first; where all processors are wanted, quick files get a quarter of one and costly
 * files a thirtieth.
 */
const niceness = { quick: 5, costly: 15 };

/**
 * Works on strangers' files in child processes, which start with the first files and end when there are none. Accounts get equal time, however many sites they have, and one process is there
 * for files that are done soon: a file that is expected to take more than a second of processor time goes to the costly ones; one that takes it unexpectedly
 * is begun anew there, and so are all files of an account that has had too many of these lately. So no account keeps the others waiting, whatever files it has.
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
  trials = usualTrials,
}: PicturePool): Pictures {
  const wasted = new ProcessorTime(trials, clock);
  const lane = (options: Pick<Lane, "processes" | "limits" | "niceness">): Lane => ({
    ...options,
    waiting: new FairQueue(),
    idle: [],
    working: 0,
  });
  const quick = lane({
    processes: 1,
    limits: { maxMs: Math.min(quickMs, maxJobMs), maxExpectedMs: quickMs * surelyQuick },
    niceness: niceness.quick,
  });
  const costly = lane({ processes: workers, limits: { maxMs: maxJobMs }, niceness: niceness.costly });
  const lanes = [quick, costly];
  const waitingInAll = () => lanes.reduce((sum, { waiting }) => sum + waiting.length, 0);
  const working = new Set<PictureChild>();
  let isClosed = false;
  let isUnableTold = false;

  const enqueue = (job: PictureJob, owner: PictureOwner): Promise<Result> => {
    const waitingOfAccount = lanes.reduce((sum, { waiting }) => sum + waiting.lengthOf(owner.account, job.kind), 0);
    if (isClosed || waitingOfAccount >= maxWaiting || (waitingInAll() >= mostWaiting && !makeRoom(owner.account)))
      return Promise.reject(new PicturesBusy(tooManyWait));
    return new Promise((resolve, reject) => wait(wasted.waitSeconds(owner.account) > 0 ? costly : quick, { job, owner, resolve, reject }));
  };

  /** For a file of an account, by telling the last one of the account with most files to come later. */
  const makeRoom = (account: string): boolean => {
    const evicted = costly.waiting.popOfLongest(account) ?? quick.waiting.popOfLongest(account);
    evicted?.begin();
    evicted?.reject(new PicturesBusy(tooManyWait));
    return evicted !== undefined;
  };

  const wait = ({ waiting }: Lane, file: Omit<Waiting, "begin">): void => {
    const giveUp = setTimeout(() => {
      waiting.remove(waited);
      file.reject(new PicturesBusy(tooManyWait));
    }, maxWaitMs[file.job.kind]).unref();
    const waited: Waiting = { ...file, begin: () => clearTimeout(giveUp) };
    waiting.push(waited);
    work();
  };

  const work = (): void => {
    for (const each of lanes) {
      while (each.working < each.processes && !isClosed) {
        const next = each.waiting.shift();
        if (!next) break;
        void run(each, takeChild(each), next);
      }
    }
  };

  const takeChild = ({ idle, niceness: priority }: Lane): PictureChild => {
    for (let next = idle.pop(); next; next = idle.pop()) {
      clearTimeout(next.end);
      if (next.child.isAlive) return next.child;
    }
    return new PictureChild(maxBytes, priority);
  };

  const run = async (from: Lane, child: PictureChild, waited: Waiting): Promise<void> => {
    const { job, owner, resolve, reject, begin } = waited;
    begin();
    working.add(child);
    from.working += 1;
    const end = await child.run(job, from.limits);
    from.waiting.book(owner.account, end.usedMs);
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
    else if (end.kind === "costly" || from === quick) {
      if (end.kind === "killed") wasted.book(owner.account, end.usedMs);
      wait(costly, waited);
    } else {
      log?.warn({ reason: end.reason, kind: job.kind, siteId: owner.site }, "a file ended the process that worked on it");
      resolve(tooCostly);
    }
    keep(from, child, end);
    work();
  };

  /** A child that holds much memory would have less for its next file; it takes about 130 MiB after a drawing. */
  const keep = ({ idle }: Lane, child: PictureChild, end: JobResult): void => {
    if (!child.isAlive) return;
    const isFit = (end.kind === "done" || end.kind === "costly") && end.rss < mostKeptBytes && !isClosed;
    if (!isFit) return void child.kill("it is replaced");
    const entry = {
      child,
      end: setTimeout(() => {
        idle.splice(idle.indexOf(entry), 1);
        void child.kill("it was idle");
      }, idleMs).unref(),
    };
    idle.push(entry);
  };

  return {
    prepare: (owner, file) => enqueue({ kind: "prepare", ...file }, owner) as Promise<PreparedFile | FileRefusal>,
    render: (owner, rendering) => enqueue({ kind: "render", ...rendering }, owner) as Promise<Rendered | FileRefusal>,
    get load() {
      return { waiting: waitingInAll(), working: working.size };
    },
    close: async () => {
      isClosed = true;
      for (const { reject, begin } of lanes.flatMap(({ waiting }) => waiting.drain())) {
        begin();
        reject(new PicturesBusy("The server stops: try again later."));
      }
      const unused = lanes.flatMap(({ idle }) => idle.splice(0));
      for (const { end } of unused) clearTimeout(end);
      const children = [...unused.map(({ child }) => child), ...working];
      await Promise.all(children.map((child) => child.kill("the server stops")));
    },
  };
}
