import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ChildMessage, JobLimits, PictureJob, SentJob } from "./jobs.ts";

/** How a job ended: with the child's own words, or with the child. */
export type JobEnd = Exclude<ChildMessage, { kind: "ready" }> | { kind: "killed"; reason: string };

/** With the milliseconds of processor time that the job took; where the system does not tell them, of time. */
export type JobResult = JobEnd & { usedMs: number };

/** Between two looks a file may take some hundred MiB more. */
const watchEveryMs = 10;
/** Of films, which are read to their end, on a slow disk. */
const readBytesPerMs = 20_000;
/** A machine may be busy: a child that does not listen by then never will. */
const startWithinMs = 30_000;
/** Requests come first, so a job takes longer than its processor time; one that takes so many times longer waits for something. */
const timesAsLong = 4;
const heapMiB = 160;

/** Neither settings nor secrets get into the child. glibc keeps less memory with fewer arenas; libvips writes no file of its own. */
const environment = { MALLOC_ARENA_MAX: "2", VIPS_DISC_THRESHOLD: "4g" };

/** One process that works on strangers' files: a job that takes more than the limits ends it, and so may any file. */
export class PictureChild {
  readonly #process: ChildProcess;
  readonly #maxBytes: number;
  readonly #ready: Promise<void>;
  #finish: ((end: JobEnd) => void) | undefined;
  #killedFor: string | undefined;
  /** Of the process, since its start. */
  #cpuMs = 0;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  isAlive = true;

  /** `maxBytes`: of the process's memory. `niceness`: from 0, as urgent as the server, to 19. */
  constructor(maxBytes: number, niceness: number) {
    this.#maxBytes = maxBytes;
    this.#process = fork(entry.path, [], {
      env: environment,
      cwd: tmpdir(),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [`--max-old-space-size=${heapMiB}`, ...entry.flags],
    });
    makeLessUrgent(this.#process.pid, niceness);
    this.#ready = new Promise((listens) => {
      this.#process.on("message", (message: ChildMessage) => {
        if (message.kind === "ready") listens();
        else this.#finish?.(message);
      });
    });
    this.ended = new Promise((ends) => {
      const end = (reason: string) => {
        this.isAlive = false;
        this.#finish?.({ kind: "killed", reason });
        ends();
      };
      // It did not start, or cannot be written to: in both cases nothing comes of it.
      this.#process.on("error", (error) => (this.#process.kill("SIGKILL"), end(error.message)));
      this.#process.on("exit", (code, signal) => end(this.#killedFor ?? `the process ended with ${signal ?? code}`));
    });
    // A server that stops does not wait for an idle child.
    this.#process.unref();
    this.#process.channel?.unref();
  }

  /** One at a time. The clock of the job begins once the process listens, and allows for reading a large file. */
  async run(job: PictureJob, { maxMs, maxExpectedMs }: JobLimits): Promise<JobResult> {
    const bytes =
      job.kind === "prepare"
        ? await stat(job.source).then(
            ({ size }) => size,
            () => 0,
          )
        : 0;
    const maxCpuMs = maxMs + bytes / readBytesPerMs;
    const [beganAtMs, cpuBeforeMs] = [performance.now(), this.#readCpuMs()];
    const start = setTimeout(() => void this.kill("the process did not start in time"), startWithinMs);
    let clock: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    const end = new Promise<JobEnd>((finish) => (this.#finish = finish));
    void this.#ready.then(() => {
      clearTimeout(start);
      if (!this.isAlive) return;
      clock = setTimeout(() => void this.kill(tookTooLong), maxCpuMs * timesAsLong);
      const mostCpuMs = this.#readCpuMs() + maxCpuMs;
      watch = setInterval(() => this.#watch(mostCpuMs), watchEveryMs);
      // The child works in another folder, where relative paths name other files.
      const paths = { source: resolve(job.source), target: resolve(job.target) };
      this.#process.send({ job: { ...job, ...paths }, maxBytes: this.#maxBytes, maxCpuMs, maxExpectedMs } satisfies SentJob);
    });
    try {
      if (!this.isAlive) return { kind: "killed", reason: "the process had ended", usedMs: 0 };
      const how = await end;
      const usedMs = this.#readCpuMs() - cpuBeforeMs;
      return { ...how, usedMs: usedMs > 0 ? usedMs : performance.now() - beganAtMs };
    } finally {
      this.#finish = undefined;
      for (const timer of [start, clock, watch]) clearTimeout(timer);
    }
  }

  kill(reason: string): Promise<void> {
    this.#killedFor ??= reason;
    this.#process.kill("SIGKILL");
    return this.ended;
  }

  /** The child watches itself, too, as long as its own loop turns. */
  #watch(mostCpuMs: number): void {
    const kibibytes = Number(/^VmRSS:\s*(\d+)/m.exec(procFile(this.#process.pid, "status"))?.[1] ?? 0);
    if (kibibytes * 1_024 > this.#maxBytes) void this.kill("the job took too much memory");
    else if (this.#readCpuMs() > mostCpuMs) void this.kill(tookTooLong);
  }

  /** Of a process that has ended, what was read last. */
  #readCpuMs(): number {
    return (this.#cpuMs = Math.max(this.#cpuMs, cpuMs(this.#process.pid)));
  }
}

const tookTooLong = "the job took too long";

/** At once, before the process has other threads: on Linux each has a priority of its own, and new ones take over that of the first. */
function makeLessUrgent(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended, or the system forbids it: then it is as urgent as the server.
  }
}

/** Processor time of all threads of a process; 0 where the system does not tell it. */
function cpuMs(pid: number | undefined): number {
  const stat = procFile(pid, "stat");
  // The name in parentheses may hold spaces; the 14th and 15th field, in hundredths of a second, are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

/** Empty where the system has no such file, as only Linux has. Its kernel writes it while it is read, so nobody waits for a disk. */
function procFile(pid: number | undefined, name: "stat" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return "";
  }
}

/** The child's program: a file of the build, or its source, which takes a loader to run. */
const entry = ((): { path: string; flags: string[] } => {
  const isBuilt = !import.meta.url.endsWith(".ts");
  if (isBuilt) return { path: fileURLToPath(new URL("./picture-child.js", import.meta.url)), flags: [] };
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return { path: fileURLToPath(new URL("./child.ts", import.meta.url)), flags: ["--import", loader] };
})();
