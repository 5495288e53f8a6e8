import type { FailureFacts } from "./vitrine-error.ts";

/** Whoever is told to come back later than this comes back as a new call. */
const longestWaitSeconds = 30;
/** The server lets go of a request that nobody finishes after half a minute. */
export const longestInProgressMs = 30_000;

/**
 * How long to wait before a failed call is tried once more; undefined: never. `repeatable` calls may have been carried out
 * already, without an answer that arrived. A refusal of what came too often did nothing, whatever was called.
 */
export function waitBeforeRetry(
  { code, status, retryAfter = 0 }: FailureFacts,
  { repeatable, tries }: { repeatable: boolean; tries: number },
): number | undefined {
  // `resend_cooldown` and `resend_limit` are answers for a person to read.
  const tooMany = status === 429 && !code.startsWith("resend_");
  const away = repeatable && [0, 502, 503, 504].includes(status);
  if ((!tooMany && !away && code !== "idempotency_in_progress") || retryAfter > longestWaitSeconds) return undefined;
  // Those who were refused together shall not come back together.
  return Math.max(retryAfter * 1_000, Math.min(250 * 2 ** tries, longestWaitSeconds * 1_000)) * (1 + Math.random() / 4);
}

/** Resolves after so long, or rejects with the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // A `fetch` that somebody gave need not have listened, and what is over is not told again.
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
