/** The own steps of a sitting. */
export interface Steps<Value> {
  readonly past: readonly Value[];
  readonly now: Value;
  readonly future: readonly Value[];
  /** Of the latest step: one with the same key soon after it belongs to it. */
  readonly key: string | undefined;
  readonly at: number;
}

const oneStepMs = 1_000;

export const begin = <Value>(now: Value): Steps<Value> => ({ past: [], now, future: [], key: undefined, at: 0 });

/** One more step. With the key of the one before, soon after it, both are one. */
export function step<Value>(steps: Steps<Value>, next: Value, key: string | undefined, at: number): Steps<Value> {
  if (next === steps.now) return steps;
  const continues = key !== undefined && key === steps.key && at - steps.at < oneStepMs;
  return { past: continues ? steps.past : [...steps.past, steps.now], now: next, future: [], key, at };
}

export function back<Value>(steps: Steps<Value>): Steps<Value> {
  const now = steps.past.at(-1);
  if (now === undefined) return steps;
  return { past: steps.past.slice(0, -1), now, future: [steps.now, ...steps.future], key: undefined, at: 0 };
}

export function again<Value>(steps: Steps<Value>): Steps<Value> {
  const [now, ...future] = steps.future;
  return now === undefined ? steps : { past: [...steps.past, steps.now], now, future, key: undefined, at: 0 };
}
