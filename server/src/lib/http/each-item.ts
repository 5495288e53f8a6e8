import { Type } from "typebox";
import { Uuid } from "./envelope.ts";
import { invalidMember, ProblemError } from "./problem.ts";

/** A thing that a request changes, at the revision that its sender has seen. */
export const seenItem = { id: Uuid, revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) };
export const mostItems = 100;

/** The things that a request changes alike. */
export const SeenItems = Type.Array(Type.Object(seenItem, { additionalProperties: false }), { minItems: 1, maxItems: mostItems });

/** The items with their ids in lower case. Throws `validation_failed` if one is named twice. */
export function distinctItems<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const distinct = items.map((item) => ({ ...item, id: item.id.toLowerCase() }));
  const repeated = distinct.findIndex(({ id }, place) => distinct.findIndex((item) => item.id === id) < place);
  if (repeated >= 0) throw invalidMember(`/items/${repeated}/id`, "duplicate", "is named twice");
  return distinct;
}

/**
 * Checks the items of a request in turn. If some have problems, throws that of the first one; its errors name all of these items, as `/items/<place>`. The
 * check of an item must leave nothing behind that the next one could fail of.
 */
export async function checkEachItem<T>(items: readonly T[], check: (item: T) => Promise<unknown>): Promise<void> {
  const failures: { place: number; error: ProblemError }[] = [];
  for (const [place, item] of items.entries()) {
    await check(item).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      failures.push({ place, error });
    });
  }
  const [first] = failures;
  if (!first) return;
  const errors = failures.map(({ place, error: { problem } }) => ({ path: `/items/${place}`, code: problem.code, message: problem.title }));
  throw new ProblemError(first.error.problem, { ...first.error.details, errors });
}
