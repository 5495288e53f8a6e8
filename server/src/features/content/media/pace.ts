import type { Readable } from "node:stream";

/** As for every body: a pause is forgiven, and after it the whole must have come at this pace. */
const [patienceMs, slowestBytesPerSecond, lookEveryMs] = [3_000, 1_024, 1_000];

/** Ends a source with an error once it sends too little, so that nobody holds a place for ever. `received`: its bytes so far. */
export function watchPace(source: Readable, received: () => number, now: () => number): { isTooSlow(): boolean; end(): void } {
  const beganAtMs = now();
  let isTooSlow = false;
  const look = setInterval(() => {
    if (source.readableEnded || received() >= ((now() - beganAtMs - patienceMs) / 1_000) * slowestBytesPerSecond) return;
    isTooSlow = true;
    source.emit("error", new Error("too slow"));
  }, lookEveryMs).unref();
  return { isTooSlow: () => isTooSlow, end: () => clearInterval(look) };
}
