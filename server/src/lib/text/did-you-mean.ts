import { isOneSlipAway } from "./one-slip-away.ts";

/** A question for the name that is one slip of the keyboard away, or differs in case only; empty if there is none. */
export function didYouMean(input: unknown, names: readonly string[]): string {
  if (typeof input !== "string") return "";
  const name = names.find((each) => each.toLowerCase() === input.toLowerCase() || isOneSlipAway(input, each));
  return name === undefined ? "" : `; did you mean ${name}?`;
}
