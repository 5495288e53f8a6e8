import { textError } from "../../../lib/http/json-body.ts";

/** The same rule as for a bundle's names, so that every site can be exported and imported again. */
export function isName(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max && textError(text) === undefined;
}
