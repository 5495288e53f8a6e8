import { texts } from "../app/texts.ts";

/** That a text is not JSON, and where, as far as the error of `JSON.parse` tells: its own words are English. */
export function jsonError(text: string, error: unknown): string {
  const { badCode, badCodeAt } = texts.fields;
  const message = String(error);
  const [, line] = /\bline (\d+)/.exec(message) ?? [];
  const [, position] = /\bposition (\d+)/.exec(message) ?? [];
  if (line !== undefined) return badCodeAt(Number(line));
  if (position !== undefined) return badCodeAt(text.slice(0, Number(position)).split("\n").length);
  return /end of (?:JSON|data)|Unterminated/i.test(message) ? badCodeAt(text.trimEnd().split("\n").length) : badCode;
}
