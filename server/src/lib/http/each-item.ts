import { ProblemError } from "./problem.ts";

/** Checks the items of a request in turn. A problem of one says which, as `/items/<place>`. */
export async function checkEachItem<T>(items: readonly T[], check: (item: T) => Promise<unknown>): Promise<void> {
  for (const [place, item] of items.entries()) {
    await check(item).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      const { problem, details } = error;
      const errors = [{ path: `/items/${place}`, code: problem.code, message: problem.title }];
      throw new ProblemError(problem, { errors, ...details });
    });
  }
}
