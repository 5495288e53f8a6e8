/** Time, from outside: tests stand it still. */
export interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Calls back after a time, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
  /** At least 0, below 1. */
  chance(): number;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
};
