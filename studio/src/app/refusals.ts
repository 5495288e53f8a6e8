import type { Fault } from "@vitrine/client/admin";
import { messageOf } from "../fields/check-message.ts";
import { texts } from "./texts.ts";

type Sentences = Readonly<Record<string, string>>;

/** The sentence about a refusal, by its code; undefined: the studio has none. */
export const refusalOf = (code: string): string | undefined => (texts.refusals.codes as Sentences)[code];

/**
 * What is wrong with one value, by the code: the server's own message is English, and names members. `limit` is the value of the schema's keyword that the
 * code names, where the caller knows the schema.
 */
export function errorOf({ code }: Pick<Fault, "code">, limit?: unknown): string {
  if (limit !== undefined) return messageOf({ path: "", code, limit });
  return (texts.refusals.errors as Sentences)[code] ?? texts.refusals.errors.other;
}

/** The name that people know a member by, from a JSON Pointer such as `/seo/canonicalUrl`; undefined: its form alone knows. */
export function memberName(path: string): string | undefined {
  const last = path.split("/").findLast((token) => token !== "" && !/^\d+$/.test(token)) ?? "";
  const names: Sentences = texts.refusals.members;
  return Object.hasOwn(names, last) ? names[last] : undefined;
}

/** A fault with the name of the member. */
export function namedError(error: Pick<Fault, "code" | "path">): string {
  const name = memberName(error.path);
  return name === undefined ? errorOf(error) : `${name}: ${errorOf(error)}`;
}
