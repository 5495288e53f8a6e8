import { Writable } from "node:stream";

const levels: Readonly<Record<number, string>> = { 10: "trace", 20: "debug", 40: "warning", 50: "error", 60: "fatal" };

/** Turns log lines in JSON into lines for a person at a terminal: `12:03:04 warning Redis does not respond (attempts 3)`. */
export function plainLog(out: NodeJS.WritableStream): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      for (const line of chunk.split("\n")) if (line !== "") out.write(`${plainLine(line)}\n`);
      done();
    },
  });
}

/** One line. Text that is no JSON stays as it is. */
export function plainLine(line: string): string {
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, time, msg = "", ...rest } = record;
  const clock = typeof time === "string" ? time.slice(11, 19) : "";
  const name = levels[Number(level)];
  const { method, route, status, milliseconds } = rest;
  const words =
    msg === "request"
      ? `${String(method)} ${String(route)} ${String(status)} in ${String(milliseconds)} ms`
      : `${String(msg)}${detailsOf(rest)}`;
  // Values come from outside in places: control characters could rewrite the terminal.
  return [clock, name, words]
    .filter(Boolean)
    .join(" ")
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ");
}

function detailsOf(rest: Readonly<Record<string, unknown>>): string {
  const details = Object.entries(rest).map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return details.length > 0 ? ` (${details.join(", ")})` : "";
}
