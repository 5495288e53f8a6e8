import { parseJsonPointer } from "../../../lib/json-schema/json-pointer.ts";

/** The steps of a fault's pointer, with places in lists as numbers. */
export function stepsTo(path: string): (string | number)[] {
  return (parseJsonPointer(path) ?? []).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
}
