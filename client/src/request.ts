import type { Operation } from "./operation.ts";

export type Input = Readonly<Record<string, unknown>>;

/** The address of an operation for an input, relative to the server's: parameters that are not in the path go into the query. */
export function addressOf({ method, path }: Pick<Operation, "method" | "path">, input: Input): string {
  const filled = path.replace(/\{(\+?)(\w+)\}/g, (_, several: string, name: string) => {
    const value = String(input[name]);
    return several ? value.split("/").map(segment).join("/") : segment(value);
  });
  if (method !== "GET") return filled;
  const query = new URLSearchParams(Object.entries(rest(path, input)).flatMap(([name, value]) => parametersOf(name, value))).toString();
  return query === "" ? filled : `${filled}?${query}`;
}

/** A parameter's name and text; of an object one for each member, with its name in brackets. The values of a list are one text. */
function parametersOf(name: string, value: unknown): [string, string][] {
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item instanceof Date)) {
    const texts = value.flatMap((item) => parametersOf(name, item)).map(([, text]) => text.replace(/[\\,]/g, "\\$&"));
    return [[name, texts.join(",")]];
  }
  return Object.entries(value).flatMap(([member, inner]) => (inner === undefined ? [] : parametersOf(`${name}[${member}]`, inner)));
}

/** The body of an operation that sends one. */
export function bodyOf({ path, signed, files }: Pick<Operation, "path" | "signed" | "files">, input: Input): string | FormData {
  // Signed bytes too: `fetch` takes both, under types that browsers and Node name differently.
  if (signed) return input.body as string;
  return (files && formOf(input.data as Input | FormData)) || JSON.stringify(rest(path, input));
}

/** The values as parts, if there is a file among them. */
function formOf(data: Input | FormData): FormData | undefined {
  if (data instanceof FormData) return data;
  const values = Object.entries(data).flatMap(([name, value]) => [value].flat().map((item) => [name, item] as const));
  if (!values.some(([, value]) => value instanceof Blob)) return undefined;
  const form = new FormData();
  for (const [name, value] of values) {
    // An absent field: JSON would leave it out, or say null.
    if (value === undefined || value === null) continue;
    form.append(name, value instanceof Blob ? value : typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
}

/**
 * An empty text, `.` and `..` cannot be segments, encoded or not: URLs with them lead elsewhere, to a list or out of the route. They go
 * as texts that match nothing, so that the response is the one for a missing item.
 */
function segment(value: string): string {
  // UTF-8 cannot encode half a surrogate pair.
  return /^\.{0,2}$/.test(value) ? `%20${value}` : encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\ufffd"));
}

/** The given parameters that are not in the path. */
function rest(path: string, input: Input): Input {
  const isInPath = (name: string) => path.includes(`{${name}}`) || path.includes(`{+${name}}`);
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== undefined && !isInPath(name)));
}
