import type { Operation } from "./operation.ts";

export type Input = Readonly<Record<string, unknown>>;

/** The address of an operation for an input, relative to the server's: what is not in the path is in the query. */
export function addressOf({ method, path }: Operation, input: Input): string {
  const filled = path.replace(/\{(\+?)(\w+)\}/g, (_, several: string, name: string) => {
    const value = String(input[name]);
    return several ? value.split("/").map(segment).join("/") : segment(value);
  });
  if (method !== "GET") return filled;
  const query = new URLSearchParams(rest(path, input) as Record<string, string>).toString();
  return query === "" ? filled : `${filled}?${query}`;
}

/** The body of an operation that sends one. */
export function bodyOf({ path, signed }: Operation, input: Input): string {
  // Signed bytes too: `fetch` takes both, under types that browsers and Node name differently.
  return signed ? (input.body as string) : JSON.stringify(rest(path, input));
}

/**
 * Nothing, `.` and `..` are no segments, encoded or not: URLs with them lead elsewhere, to a list or out of the route. They go
 * as texts that name nothing, so that the answer is the one for what is not there.
 */
function segment(value: string): string {
  // Half a pair is no text that UTF-8 can say.
  return /^\.{0,2}$/.test(value) ? `%20${value}` : encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\ufffd"));
}

/** What is not in the path, and is there. */
function rest(path: string, input: Input): Input {
  const isInPath = (name: string) => path.includes(`{${name}}`) || path.includes(`{+${name}}`);
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== undefined && !isInPath(name)));
}
