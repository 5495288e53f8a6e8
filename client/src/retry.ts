import type { FailureFacts } from "./vitrine-error.ts";

/** A longer wait than this is left to a new call. */
const longestWaitSeconds = 30;
/** The server releases an unfinished request after half a minute. */
export const longestInProgressMs = 30_000;

/**
 * How long to wait before a retry; undefined: no retry. `repeatable` calls may have been executed
 * already, with a response that was lost. A request over the rate limit did nothing, whatever was called.
 */
export function waitBeforeRetry(
  { code, status, retryAfter = 0 }: FailureFacts,
  { repeatable, tries }: { repeatable: boolean; tries: number },
): number | undefined {
  // `resend_cooldown` and `resend_limit` are responses for a person to read.
  const tooMany = status === 429 && !code.startsWith("resend_");
  const away = repeatable && [0, 502, 503, 504].includes(status);
  if ((!tooMany && !away && code !== "idempotency_in_progress") || retryAfter > longestWaitSeconds) return undefined;
  // Clients that were refused together must not return together.
  return Math.max(retryAfter * 1_000, Math.min(250 * 2 ** tries, longestWaitSeconds * 1_000)) * (1 + Math.random() / 4);
}

/** Resolves after this time, or rejects with the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // A custom `fetch` may have ignored the signal, and an aborted one fires no second event.
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
