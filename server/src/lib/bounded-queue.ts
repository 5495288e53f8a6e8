import type { PasswordHashing } from "../ports/password-hashing.ts";
import { ProblemError, unavailable } from "./problem.ts";

/** Runs so many at once, lets so many wait, and refuses the rest with `unavailable` at once: work is shed, not piled up. */
export function boundedQueue(atOnce: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new ProblemError(unavailable, { detail: "Too many passwords are being checked.", headers: { "retry-after": "1" } });
    try {
      return await work();
    } finally {
      // A place is handed on, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The same hashing behind a queue that all of it shares. */
export function queuedHashing({ hash, verify }: PasswordHashing, queue: ReturnType<typeof boundedQueue>): PasswordHashing {
  return { hash: (password) => queue(() => hash(password)), verify: (stored, password) => queue(() => verify(stored, password)) };
}
