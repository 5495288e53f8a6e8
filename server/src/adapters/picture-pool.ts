import { rm } from "node:fs/promises";
import type { Logger } from "pino";
import { CannotProcessPictures, PicturesBusy, type FileRefusal, type Pictures, type PreparedFile } from "../ports/pictures.ts";
import { PictureChild, type ChildLimits, type JobEnd } from "./pictures/child-process.ts";
import type { PictureJob, Rendered } from "./pictures/jobs.ts";
import { tooCostly } from "./pictures/refusal.ts";

export interface PicturePool extends Partial<ChildLimits> {
  /** How many files are worked on at once. */
  workers: number;
  log?: Pick<Logger, "warn" | "error">;
  /** How many files of each kind, to be prepared or to be rendered, may wait. */
  maxWaiting?: number;
  /** How long a file of each kind waits for its turn: whoever sent it gets an answer before they give up. */
  maxWaitMs?: { prepare: number; render: number };
  /** After how long without work a process ends. */
  idleMs?: number;
}

type Result = PreparedFile | Rendered | FileRefusal;

interface Waiting {
  job: PictureJob;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  /** Its turn has come. */
  begin: () => void;
}

const tooManyWait = "Too many files wait: try again later.";

const mostKeptBytes = 160 * 1_024 * 1_024;
const usualWaits = { prepare: 60_000, render: 10_000 };
/** After so many uploads, for which people wait, one rendering has its turn. */
const preparesInARow = 3;

/** Works on strangers' files in as many child processes as `workers`, which start with the first files and end when there are none. */
export function startPictures({
  workers,
  log,
  maxWaiting = 100,
  maxWaitMs = usualWaits,
  idleMs = 30_000,
  ...limits
}: PicturePool): Pictures {
  const { maxJobMs = 10_000, maxBytes = 512 * 1_024 * 1_024 } = limits;
  const waiting = { prepare: [] as Waiting[], render: [] as Waiting[] };
  const idle: { child: PictureChild; end: NodeJS.Timeout }[] = [];
  const working = new Map<PictureChild, Waiting>();
  let inARow = 0;
  let isClosed = false;
  let isUnableTold = false;

  const enqueue = (job: PictureJob): Promise<Result> => {
    const queue = waiting[job.kind];
    if (isClosed || queue.length >= maxWaiting) return Promise.reject(new PicturesBusy(tooManyWait));
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        queue.splice(queue.indexOf(waited), 1);
        reject(new PicturesBusy(tooManyWait));
      }, maxWaitMs[job.kind]).unref();
      const waited: Waiting = { job, resolve, reject, begin: () => clearTimeout(giveUp) };
      queue.push(waited);
      work();
    });
  };

  const work = (): void => {
    while (working.size < workers && !isClosed) {
      const next = take();
      if (!next) return;
      void run(takeChild(), next);
    }
  };

  const take = (): Waiting | undefined => {
    const renderFirst = waiting.render.length > 0 && (inARow >= preparesInARow || waiting.prepare.length === 0);
    inARow = renderFirst ? 0 : inARow + 1;
    return waiting[renderFirst ? "render" : "prepare"].shift();
  };

  const takeChild = (): PictureChild => {
    for (let next = idle.pop(); next; next = idle.pop()) {
      clearTimeout(next.end);
      if (next.child.isAlive) return next.child;
    }
    return new PictureChild({ maxJobMs, maxBytes });
  };

  const run = async (child: PictureChild, waited: Waiting): Promise<void> => {
    const { job, resolve, reject, begin } = waited;
    begin();
    working.set(child, waited);
    const end = await child.run(job);
    const hasResult = end.kind === "done" && !("refused" in end.result);
    if (!hasResult) await rm(job.target, { force: true });
    working.delete(child);
    if (end.kind === "done") resolve(end.result);
    else if (end.kind === "unable") {
      if (!isUnableTold) log?.error({ reason: end.message }, "this machine cannot process pictures: install sharp for it");
      isUnableTold = true;
      reject(new CannotProcessPictures());
    } else if (end.kind === "failed") reject(new Error(`The work on a file failed: ${end.message}`));
    else if (isClosed) reject(new PicturesBusy("The server stops: try again later."));
    else {
      log?.warn({ reason: end.reason, kind: job.kind }, "a file ended the process that worked on it");
      resolve(tooCostly);
    }
    keep(child, end);
    work();
  };

  /** A child that holds much memory would have less for its next file; it takes about 130 MiB after a drawing. */
  const keep = (child: PictureChild, end: JobEnd): void => {
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
    prepare: (file) => enqueue({ kind: "prepare", ...file }) as Promise<PreparedFile | FileRefusal>,
    render: (rendering) => enqueue({ kind: "render", ...rendering }) as Promise<Rendered | FileRefusal>,
    get load() {
      return { waiting: waiting.prepare.length + waiting.render.length, working: working.size };
    },
    close: async () => {
      isClosed = true;
      for (const { reject, begin } of [...waiting.prepare.splice(0), ...waiting.render.splice(0)]) {
        begin();
        reject(new PicturesBusy("The server stops: try again later."));
      }
      const unused = idle.splice(0);
      for (const { end } of unused) clearTimeout(end);
      const children = [...unused.map(({ child }) => child), ...working.keys()];
      await Promise.all(children.map((child) => child.kill("the server stops")));
    },
  };
}
