import type { ClockCheck } from "./clock-check.ts";

export const hourMs = 60 * 60_000;

/** What is done at the start and again and again, however many processes do it. */
interface JobWords {
  name: string;
  everyMs: number;
  /** It deletes what is old. */
  deletes?: true;
}

/** A periodic job as a value: when, and what is done with the parts of `Deps` that it names. */
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

/** The same jobs. Those that delete fail, and change nothing, while the date of this machine is not to be believed. */
export function checkedByClock(jobs: readonly PeriodicJob[], check: ClockCheck): PeriodicJob[] {
  const checked = (one: PeriodicJob): PeriodicJob => ({ ...one, run: () => check.demandBelievable().then(() => one.run()) });
  return jobs.map((one) => (one.deletes ? checked(one) : one));
}
