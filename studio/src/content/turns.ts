import type { Clock } from "../draft/clock.ts";

export interface Turns {
  /** Runs a change: at once, or else when its turn comes. A later one with the same key takes its place. */
  take(key: string, run: () => void): void;
  /** Runs at once what waits. */
  finish(): void;
}

/** As many keys as may wait. A person writes in one place. */
const mostWaiting = 4;

/** Lets one change through at a time, with a pause after each. The last one of each key is never left out; of more keys at once than a person has hands, the last ones are. */
export function createTurns(pauseMs: number, clock: Clock): Turns {
  const waiting = new Map<string, () => void>();
  let isPause = false;

  function next(): void {
    const [first] = waiting;
    isPause = first !== undefined;
    if (!first) return;
    const [key, run] = first;
    waiting.delete(key);
    clock.after(pauseMs, next);
    run();
  }

  return {
    take(key, run) {
      if (!waiting.has(key) && waiting.size >= mostWaiting) return;
      waiting.set(key, run);
      if (!isPause) next();
    },
    finish() {
      const all = [...waiting.values()];
      waiting.clear();
      for (const run of all) run();
    },
  };
}
