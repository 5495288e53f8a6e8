import type { Translation } from "@vitrine/client/admin";
import { errorOf } from "../app/refusals.ts";
import { pointerWords } from "./pointer-words.ts";

type StoredFault = NonNullable<NonNullable<Translation["scheduled"]>["fault"]>;

/** Why planned work could not be done: the document, the field, and what is wrong with it. */
export function failureWords({ title, path, code }: StoredFault): string {
  const name = title === null ? "" : `“${title}”`;
  return [name, pointerWords(path.replace(/^\/data\b/, "")), errorOf({ code })].filter((words) => words !== "").join(": ");
}
