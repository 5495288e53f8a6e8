import { Type } from "typebox";
import { Uuid } from "./envelope.ts";
import { invalidMember, ProblemError } from "./problem.ts";

/** The things that a request changes alike, each at the revision that its sender has seen. */
export const SeenItems = Type.Array(
  Type.Object({ id: Uuid, revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }, { additionalProperties: false }),
  { minItems: 1, maxItems: 100 },
);

/** The items with their ids in lower case. Throws `validation_failed` if one is named twice. */
export function distinctItems(items: readonly { id: string; revision: number }[]): { id: string; revision: number }[] {
  const distinct = items.map(({ id, revision }) => ({ id: id.toLowerCase(), revision }));
  const repeated = distinct.findIndex(({ id }, place) => distinct.findIndex((item) => item.id === id) < place);
  if (repeated >= 0) throw invalidMember(`/items/${repeated}/id`, "duplicate", "is named twice");
  return distinct;
}

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
