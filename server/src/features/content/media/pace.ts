import type { Readable } from "node:stream";

/** As for every body: a pause is forgiven, and after it the whole must have come at this pace. */
const [patienceMs, slowestBytesPerSecond, lookEveryMs] = [3_000, 1_024, 1_000];

/**
 * Ends a source with an error once it sends too little, or has not ended in time, so that nobody holds a place for ever. `received`: its bytes
 * so far.
 */
export function watchPace(
  source: Readable,
  received: () => number,
  now: () => number,
  withinMs = Infinity,
): { isTooSlow(): boolean; end(): void } {
  const beganAtMs = now();
  let isTooSlow = false;
  const look = setInterval(() => {
    const elapsedMs = now() - beganAtMs;
    if (source.readableEnded || (elapsedMs <= withinMs && received() >= ((elapsedMs - patienceMs) / 1_000) * slowestBytesPerSecond)) return;
    isTooSlow = true;
    source.emit("error", new Error("too slow"));
  }, lookEveryMs).unref();
  return { isTooSlow: () => isTooSlow, end: () => clearInterval(look) };
}
