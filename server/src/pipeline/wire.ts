import type { IncomingMessage } from "node:http";
import { badRequest, duplicateHeader, headersTooLarge, ProblemError, urlTooLong } from "../lib/problem.ts";

const maxUrlLength = 8 * 1024;
const maxHeaderLines = 100;

/** Merged or dropped by HTTP libraries when they occur twice, each in its own way: what one reader checks, another might not use. */
const onceOnly = new Set(["host", "x-api-key", "origin", "authorization", "processor-signature", "stripe-signature", "content-type"]);

/** Refuses what Node's parser lets through although two servers in a row could understand it differently. Throws a problem. */
export function checkWire(request: IncomingMessage): void {
  const { httpVersion, rawHeaders, headers } = request;
  const url = request.url ?? "";
  if (httpVersion !== "1.1" && httpVersion !== "1.0") throw new ProblemError(badRequest, { detail: "HTTP 1.1 and 1.0 are spoken here." });
  if (httpVersion === "1.1" && !headers.host) throw new ProblemError(badRequest, { detail: "The Host header is missing." });
  if (url.length > maxUrlLength) throw new ProblemError(urlTooLong, { detail: `A URL may have ${maxUrlLength} bytes.` });
  if (rawHeaders.length > 2 * maxHeaderLines)
    throw new ProblemError(headersTooLarge, { detail: `A request may have ${maxHeaderLines} headers.` });
  let seen: Set<string> | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (!onceOnly.has(name)) continue;
    seen ??= new Set();
    if (seen.has(name)) throw new ProblemError(duplicateHeader, { detail: `The header ${name} occurs twice.` });
    seen.add(name);
  }
  if (!url.startsWith("/")) request.url = originForm(url, headers.host);
}

/** A proxy's form of the target (RFC 9112 §3.2.2) is taken for what it means, if it means this host. */
function originForm(url: string, host: string | undefined): string {
  const match = /^https?:\/\/([^/?#]+)(\/[^#]*)?$/i.exec(url);
  if (url === "*") return "/*";
  if (!match || match[1]?.toLowerCase() !== host?.toLowerCase()) {
    throw new ProblemError(badRequest, { detail: "The request's target must be a path." });
  }
  return match[2] ?? "/";
}
