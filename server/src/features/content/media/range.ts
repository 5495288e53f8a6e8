import type { IncomingHttpHeaders } from "node:http";

/**
 * The part of a file that a request asks for, both ends included (RFC 9110 §14). Undefined: the whole, also for several parts, for units that are not bytes,
 * and if the condition of `If-Range` does not hold.
 */
export function rangeOf(
  { range, "if-range": ifRange }: IncomingHttpHeaders,
  { bytes, etag }: { bytes: number; etag: string },
): { start: number; end: number } | "unsatisfiable" | undefined {
  const [, first, last] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (ifRange !== undefined && String(ifRange).trim() !== etag) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "unsatisfiable" : { start: bytes - length, end: bytes - 1 };
  }
  const [start, end] = [Number(first), last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1)];
  if (last !== "" && Number(last) < start) return undefined;
  return start >= bytes ? "unsatisfiable" : { start, end };
}
