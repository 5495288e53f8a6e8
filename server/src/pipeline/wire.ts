import type { IncomingMessage } from "node:http";
import {
  badRequest,
  duplicateHeader,
  headersTooLarge,
  notImplemented,
  ProblemError,
  unsupportedMediaType,
  urlTooLong,
} from "../lib/http/problem.ts";
import { explainHeader } from "../lib/published/cache-explanation.ts";

const maxUrlLength = 8 * 1024;
const maxHeaderLines = 100;

/** The headers that are read before routing. */
export interface WireHeaders {
  host: string | undefined;
  apiKey: string | undefined;
  origin: string | undefined;
  /** The token of a preview. */
  preview: string | undefined;
  accept: string | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  methodOverride: string | undefined;
  /** Whether the request asks what its response was made from. */
  explainsCache: boolean;
  /** Whether the request asks for a part of the response. */
  range: boolean;
  /** Whether one is announced, be it empty. */
  hasBody: boolean;
}

/** Refuses requests that Node's parser accepts although two servers in a row could understand them differently. Throws a problem. */
export function checkWire(request: IncomingMessage): WireHeaders {
  const { httpVersion, rawHeaders } = request;
  const url = request.url ?? "";
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    throw new ProblemError(badRequest, { detail: "Only HTTP 1.1 and 1.0 are supported." });
  if (url.length > maxUrlLength) throw new ProblemError(urlTooLong, { detail: `A URL may have ${maxUrlLength} bytes.` });
  if (rawHeaders.length > 2 * maxHeaderLines) {
    throw new ProblemError(headersTooLarge, { detail: `A request may have ${maxHeaderLines} headers.` });
  }
  const headers = readHeaders(rawHeaders);
  if (httpVersion === "1.1" && !headers.host) throw new ProblemError(badRequest, { detail: "The Host header is missing." });
  if (!url.startsWith("/")) request.url = originForm(url, headers.host);
  return headers;
}

/**
 * One pass over the raw header lines. Node's own table of headers is made when first used, which a cached response
 * does not need; and HTTP libraries merge or drop a header that occurs twice, each in its own way: one reader
 * might check a value that another does not use. Throws `duplicate_header`.
 */
function readHeaders(rawHeaders: readonly string[]): WireHeaders {
  const headers: WireHeaders = {
    host: undefined,
    apiKey: undefined,
    origin: undefined,
    preview: undefined,
    accept: undefined,
    ifMatch: undefined,
    ifNoneMatch: undefined,
    methodOverride: undefined,
    explainsCache: false,
    range: false,
    hasBody: false,
  };
  let seen: string[] | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    switch (name) {
      case "host":
        if (headers.host !== undefined) throw twice(name);
        headers.host = value;
        break;
      case "x-api-key":
        if (headers.apiKey !== undefined) throw twice(name);
        headers.apiKey = value;
        break;
      case "x-preview":
        if (headers.preview !== undefined) throw twice(name);
        headers.preview = value;
        break;
      case "origin":
        if (headers.origin !== undefined) throw twice(name);
        headers.origin = value;
        break;
      case "accept":
        headers.accept = headers.accept === undefined ? value : `${headers.accept}, ${value}`;
        break;
      case "if-match":
        headers.ifMatch = headers.ifMatch === undefined ? value : `${headers.ifMatch}, ${value}`;
        break;
      case explainHeader:
        headers.explainsCache = true;
        break;
      case "range":
        headers.range = true;
        break;
      case "content-encoding":
        // A body read under a wrong encoding would be refused as malformed, or a signature as wrong (RFC 9110 §15.5.16).
        if (value.toLowerCase() !== "identity") {
          throw new ProblemError(unsupportedMediaType, {
            detail: "Send the body without a Content-Encoding.",
            headers: { "accept-encoding": "identity" },
          });
        }
        break;
      case "content-length":
        headers.hasBody = true;
        break;
      case "transfer-encoding":
        headers.hasBody = true;
        // RFC 9112 §6.1.
        if (value.toLowerCase() !== "chunked") {
          throw new ProblemError(notImplemented, { detail: "The only supported Transfer-Encoding is chunked." });
        }
        break;
      case "x-http-method-override":
        if (headers.methodOverride !== undefined) throw twice(name);
        headers.methodOverride = value;
        break;
      case "if-none-match":
        headers.ifNoneMatch = headers.ifNoneMatch === undefined ? value : `${headers.ifNoneMatch}, ${value}`;
        break;
      case "authorization":
      case "content-type":
      case "processor-signature":
      case "stripe-signature":
      case "idempotency-key":
        if (seen?.includes(name)) throw twice(name);
        (seen ??= []).push(name);
        break;
      default:
    }
  }
  return headers;
}

function twice(name: string): ProblemError {
  return new ProblemError(duplicateHeader, { detail: `The header ${name} occurs twice.` });
}

/** A proxy's form of the target (RFC 9112 §3.2.2) is accepted if it means this host. */
function originForm(url: string, host: string | undefined): string {
  const match = /^https?:\/\/([^/?#]+)(\/[^#]*)?$/i.exec(url);
  if (url === "*") return "/*";
  if (!match || match[1]?.toLowerCase() !== host?.toLowerCase()) {
    throw new ProblemError(badRequest, { detail: "The request's target must be a path." });
  }
  return match[2] ?? "/";
}
