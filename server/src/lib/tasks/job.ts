import type { ClockCheck } from "./clock-check.ts";

export const hourMs = 60 * 60_000;

/** Work that runs at the start and then periodically, on any number of processes. */
interface JobWords {
  name: string;
  everyMs: number;
  /** It deletes old rows. */
  deletes?: true;
}

/** A background job as a value: its period, and its work with the parts of `Deps` that it names. */
export interface Job<Needs> extends JobWords {
  run: (deps: Needs) => Promise<void>;
}

/** A job of one server. */
export interface PeriodicJob extends JobWords {
  run(): Promise<void>;
}

export function job<Needs>(words: JobWords, run: (deps: Needs) => Promise<void>): Job<Needs> {
  return { ...words, run };
}

/** The same jobs. Those that delete fail, and change nothing, while this machine's date cannot be trusted. */
export function checkedByClock(jobs: readonly PeriodicJob[], check: ClockCheck): PeriodicJob[] {
  const checked = (one: PeriodicJob): PeriodicJob => ({ ...one, run: () => check.demandBelievable().then(() => one.run()) });
  return jobs.map((one) => (one.deletes ? checked(one) : one));
}
