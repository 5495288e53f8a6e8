import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUploadQueue, type Sent } from "./upload-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const file = (name: string) => new File([name], name);
const files = (count: number) => Array.from({ length: count }, (_each, index) => file(`${index}.png`));

/** A server that takes every file after 100 ms, while `isUp`. Equal names are duplicates. */
function server() {
  const state = { isUp: true, most: 0, open: 0, arrived: [] as string[], idle: 0, answers: new Map<string, Sent[]>(), probes: 0 };
  const queue = createUploadQueue({
    async send({ file: { name } }, onProgress, signal) {
      state.open += 1;
      state.most = Math.max(state.most, state.open);
      try {
        if (!state.isUp) return { kind: "lost" };
        onProgress(0.5);
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (signal.aborted) return { kind: "cancelled" };
        if (!state.isUp) return { kind: "lost" };
        const planned = state.answers.get(name)?.shift();
        if (planned) return planned;
        const isDuplicate = state.arrived.includes(name);
        if (!isDuplicate) state.arrived.push(name);
        return { kind: "done", assetId: `asset of ${name}`, isDuplicate };
      } finally {
        state.open -= 1;
      }
    },
    probe: () => {
      state.probes += 1;
      return Promise.resolve(state.isUp);
    },
    onIdle: () => void (state.idle += 1),
  });
  const statesOf = () => queue.store.getState().uploads.map((each) => each.state);
  return { state, queue, statesOf };
}

test("sends three at once, each with its progress, and tells when all have arrived", async () => {
  const { state, queue, statesOf } = server();
  queue.add(files(7));
  expect(statesOf()).toEqual([...Array(3).fill("sending"), ...Array(4).fill("waiting")]);
  await vi.advanceTimersByTimeAsync(50);
  expect(queue.store.getState().uploads.map(({ progress }) => progress)).toEqual([0.5, 0.5, 0.5, 0, 0, 0, 0]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(statesOf()).toEqual(Array(7).fill("done"));
  expect(state).toMatchObject({ most: 3, idle: 1 });
});

test("fifty pictures survive a network that goes away in the middle, and each arrives once", async () => {
  const { state, queue, statesOf } = server();
  queue.add(files(50));
  await vi.advanceTimersByTimeAsync(750);
  state.isUp = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(queue.store.getState().pause).toBe("offline");
  const before = state.arrived.length;
  expect(before).toBeGreaterThan(10);
  expect(before).toBeLessThan(50);
  expect(statesOf()).not.toContain("refused");
  state.isUp = true;
  // The browser says that it is online.
  await queue.wake();
  expect(queue.store.getState().pause).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(statesOf()).toEqual(Array(50).fill("done"));
  expect(new Set(state.arrived).size).toBe(50);
  expect(queue.store.getState().uploads.every(({ isDuplicate }) => isDuplicate === false)).toBe(true);
});

test("goes on by itself, if nobody tells that the network is back, and asks ever more rarely until then", async () => {
  const { state, queue, statesOf } = server();
  state.isUp = false;
  queue.add(files(2));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(state.probes).toBeLessThan(30);
  state.isUp = true;
  await vi.advanceTimersByTimeAsync(31_000);
  expect(statesOf()).toEqual(["done", "done"]);
});

test("gives up on a file whose connection breaks each time, and goes on with the others", async () => {
  const { state, queue, statesOf } = server();
  state.answers.set("1.png", [{ kind: "lost" }, { kind: "lost" }, { kind: "lost" }]);
  queue.add(files(3));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(statesOf()).toEqual(["done", "refused", "done"]);
  expect(queue.store.getState().uploads[1]?.problem?.code).toBe("lost");
  queue.retry();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(statesOf()).toEqual(["done", "done", "done"]);
});

test("keeps the server's reason, and sends the file again when somebody wants it", async () => {
  const { state, queue, statesOf } = server();
  state.answers.set("0.png", [{ kind: "refused", code: "quota_exceeded", message: "full" }]);
  const [id = ""] = queue.add(files(1));
  await vi.advanceTimersByTimeAsync(200);
  expect(queue.store.getState().uploads[0]).toMatchObject({ state: "refused", problem: { code: "quota_exceeded" } });
  queue.retry(id);
  await vi.advanceTimersByTimeAsync(200);
  expect(statesOf()).toEqual(["done"]);
  expect(state.idle).toBe(2);
});

test("waits as long as a busy server wants, and for a new session until somebody has signed in", async () => {
  const { state, queue, statesOf } = server();
  state.answers.set("0.png", [{ kind: "busy", afterMs: 5_000 }, { kind: "signed-out" }]);
  queue.add(files(1));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(queue.store.getState().pause).toBe("busy");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queue.store.getState().pause).toBe("signed-out");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(statesOf()).toEqual(["waiting"]);
  queue.retry();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(statesOf()).toEqual(["done"]);
});

test("tells which files were here already", async () => {
  const { queue } = server();
  queue.add([file("a.png")]);
  await vi.advanceTimersByTimeAsync(200);
  queue.add([file("a.png")]);
  await vi.advanceTimersByTimeAsync(200);
  expect(queue.store.getState().uploads.map(({ isDuplicate }) => isDuplicate)).toEqual([false, true]);
});

test("a cancelled file makes room for the next one, and arrives nowhere", async () => {
  const { state, queue, statesOf } = server();
  const [first = ""] = queue.add(files(4));
  queue.cancel(first);
  expect(statesOf()).toEqual(["sending", "sending", "sending"]);
  await vi.advanceTimersByTimeAsync(300);
  expect(state.arrived).toEqual(["1.png", "2.png", "3.png"]);
  queue.clear();
  expect(queue.store.getState().uploads).toEqual([]);
});
