import { invalidMember } from "../../../lib/http/problem.ts";

const longest = 2_000;
const mostParameters = 20;

/**
 * The query string of a list's address in the one form that is stored, with its parameters by name. It is only ever handed back to those who open the view.
 * Throws `validation_failed`.
 */
export function canonicalViewQuery(text: string): string {
  const refuse = (message: string) => invalidMember("/query", "form", message);
  try {
    // `URLSearchParams` accepts broken escapes.
    decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw refuse("has a broken escape: encode each value as in a URL");
  }
  const parameters = [...new URLSearchParams(text)];
  const names = new Set(parameters.map(([name]) => name));
  if (/[?#]/.test(text) || parameters.some(([name]) => !/^[A-Za-z]{1,40}$/.test(name))) {
    throw refuse("must have parameters with names of letters, without ? and #");
  }
  if (names.size !== parameters.length || names.size > mostParameters) {
    throw refuse(`must have at most ${mostParameters} parameters, each once`);
  }
  const query = new URLSearchParams(parameters.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
  if (query.length > longest) throw refuse(`must have at most ${longest} characters once it is encoded`);
  return query;
}
