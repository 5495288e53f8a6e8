import { textFault } from "./json-body.ts";
import { badRequest, ProblemError } from "./problem.ts";

/** The fields of an HTML form. What could not be sent as JSON is refused here too, or a password would be saved that no login can give. */
export function parseFormBody(body: Buffer): Record<string, string> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    // Throws for what is no UTF-8, for which URLSearchParams would put a replacement.
    decodeURIComponent(text);
    const fields = [...new URLSearchParams(text)];
    if (fields.some(([, value]) => textFault(value) !== undefined)) throw new Error("A field holds what no text may.");
    return Object.fromEntries(fields);
  } catch {
    throw new ProblemError(badRequest, { detail: "The form cannot be read." });
  }
}
