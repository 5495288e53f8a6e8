import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../adapters/system.ts";
import { Threads, type HostFunctions } from "./threads.ts";

// The protocol in the plainest way.
const program = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ kind, job, id, value, error }) => {
    if (kind === "answer") return parentPort.postMessage({ kind: "result", value });
    if (kind === "failure") return parentPort.postMessage({ kind: "error", error });
    if (job === "spin") for (;;);
    if (job === "grow") for (const all = []; ; ) all.push(new Array(1000).fill({}));
    if (job === "fail") return parentPort.postMessage({ kind: "error", error: { name: "RangeError", message: "too far" } });
    if (job === "end") process.exit(3);
    parentPort.postMessage({ kind: "call", id: 1, name: job, args: [1, 2] });
  });`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-threads-"));
  await writeFile(join(folder, "program.mjs"), program);
});
afterAll(() => rm(folder, { recursive: true }));

function threadsWith(limits: { maxJobMs?: number; maxHeapMiB?: number } = {}) {
  const threads = new Threads({ clock: systemClock, inAll: 2, ...limits });
  onTestFinished(() => threads.close());
  const run = (input: string, host: HostFunctions = {}, whose = "a") =>
    threads.run({ program: join(folder, "program.mjs"), whose, input, host });
  return { threads, run };
}

test("a job calls the functions of its host, and gets what they return or throw", async () => {
  const { run } = threadsWith();
  expect(await run("add", { add: (one: number, other: number) => Promise.resolve(one + other) })).toBe(3);
  const original = new Error("of the host");
  await expect(run("add", { add: () => Promise.reject(original) })).rejects.toBe(original);
  await expect(run("toString")).rejects.toThrow("The host has no function toString.");
  await expect(run("add", { add: () => () => "no function can be cloned" })).rejects.toMatchObject({ name: "DataCloneError" });
  await expect(run("fail")).rejects.toMatchObject({ name: "RangeError", message: "too far" });
});

test.each([
  ["spin", { maxJobMs: 200 }, "It takes more than 0.2 seconds of processor time."],
  ["grow", { maxHeapMiB: 32 }, "It takes more than 32 MiB of memory."],
])("a job without end is ended, and the next one runs: %s", async (job, limits, message) => {
  const { run } = threadsWith(limits);
  let beats = 0;
  const beat = setInterval(() => (beats += 1), 5);
  onTestFinished(() => clearInterval(beat));
  await expect(run(job)).rejects.toMatchObject({ name: "ThreadExcess", message });
  // This thread went on meanwhile.
  expect(beats).toBeGreaterThan(0);
  expect(await run("one", { one: () => 1 })).toBe(1);
});

test("a thread does many jobs, and leaves nothing behind", async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const { run } = threadsWith();
  for (let job = 0; job < 20; job += 1) expect(await run("one", { one: () => job })).toBe(job);
  expect(warnings).toEqual([]);
});

test("a thread that ends by itself fails its job", async () => {
  const { run } = threadsWith();
  await expect(run("end")).rejects.toThrow("The thread ended before its job.");
  expect(await run("one", { one: () => 1 })).toBe(1);
});

test("an owner has one job at a time, and others do not wait for it", async () => {
  const { threads, run } = threadsWith();
  let release: () => void = () => undefined;
  const heldJob = new Promise<number>((resolve) => (release = () => resolve(1)));
  const ended: string[] = [];
  const first = run("wait", { wait: () => heldJob }, "a").then(() => ended.push("first of a"));
  const second = run("one", { one: () => 1 }, "a").then(() => ended.push("second of a"));
  await run("one", { one: () => 1 }, "b").then(() => ended.push("b"));
  expect([ended, threads.counts()]).toEqual([["b"], { running: 1, waiting: 1, refused: 0 }]);
  release();
  await Promise.all([first, second]);
  expect(ended).toEqual(["b", "first of a", "second of a"]);
});

test("an owner who has used up the processor time is refused, and nobody else", async () => {
  let nowMs = 0;
  const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs };
  const threads = new Threads({ clock, maxJobMs: 100, inAll: 1, share: { perSecond: 1, burst: 1 } });
  onTestFinished(() => threads.close());
  const run = (input: string, whose: string) => threads.run({ program: join(folder, "program.mjs"), whose, input, host: { one: () => 1 } });
  await expect(run("spin", "a")).rejects.toThrow("It takes more than");
  await expect(run("one", "a")).rejects.toMatchObject({ problem: { code: "rate_limited" } });
  expect(await run("one", "b")).toBe(1);
  nowMs += 3_600_000;
  expect(await run("one", "a")).toBe(1);
});
