import { textError } from "./json-body.ts";
import { badRequest, ProblemError } from "./problem.ts";

/** The fields of an HTML form. Refuses text that JSON could not send, or a form could save a password that no login can send. */
export function parseFormBody(body: Buffer): Record<string, string> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    // Throws for invalid UTF-8, which URLSearchParams would replace.
    decodeURIComponent(text);
    const fields = [...new URLSearchParams(text)];
    if (fields.some(([, value]) => textError(value) !== undefined)) throw new Error("A field contains invalid text.");
    return Object.fromEntries(fields);
  } catch {
    throw new ProblemError(badRequest, { detail: "The form cannot be read." });
  }
}
