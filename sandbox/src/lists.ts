import { missing, type Json } from "./errors.ts";
import { integer, optional, text } from "./params.ts";

/** The parameters of each list: https://docs.stripe.com/api/pagination. */
export const pageParams = { limit: optional(integer(1, 100)), starting_after: optional(text(200)) };

/** A page of a list, newest first. */
export function listOf<T extends { id: string }>(
  url: string,
  all: T[],
  { limit, starting_after: after }: { limit: number | null; starting_after: string | null },
  shape: (item: T) => Json,
): Json {
  const newestFirst = all.toReversed();
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) throw missing("object", after, "starting_after", 400);
  const end = start + (limit ?? 10);
  return { object: "list", data: newestFirst.slice(start, end).map(shape), has_more: end < newestFirst.length, url };
}
