import type { ServerResponse } from "node:http";
import {
  badRequest,
  internalError,
  problemBody,
  ProblemError,
  problemMediaType,
  requestTimeout,
  unavailable,
  unsupportedMediaType,
} from "../lib/http/problem.ts";
import { corsHeaders, varyHeader } from "../lib/http/response-headers.ts";
import { DatabaseUnavailable, isUnavailability, sqlState } from "../ports/database.ts";

const databaseRetrySeconds = "2";

/** The problem for an error of any layer. It passes on nothing of an unexpected one. */
export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DatabaseUnavailable || isUnavailability(error)) {
    return new ProblemError(unavailable, { headers: { "retry-after": databaseRetrySeconds } });
  }
  const state = sqlState(error);
  // It lost a race in the database more than once: worth a retry.
  if (state && /^(40001|40P01|55P03|57014)$/.test(state)) return new ProblemError(unavailable, { headers: { "retry-after": "1" } });
  // A value that no column can hold. Validation should have reported it already, and more precisely.
  if (state?.startsWith("22")) return new ProblemError(badRequest, { detail: "A value is out of range." });
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new ProblemError(unsupportedMediaType);
  if (code === "FST_ERR_BAD_URL") return new ProblemError(badRequest, { detail: "The URL is not well-formed." });
  if (statusCode === 408) return new ProblemError(requestTimeout);
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) return new ProblemError(badRequest);
  return new ProblemError(internalError);
}

export interface FailureContext {
  requestId: string;
  origin: string | undefined;
  constantHeaders: Readonly<Record<string, string>>;
  limitHeaders?: Readonly<Record<string, string>> | undefined;
}

/** A problem as it goes over the wire. Any origin may read it: it holds no secret, and the client must learn the reason. */
export function failureResponse({ problem, details }: ProblemError, context: FailureContext) {
  const body = problemBody(problem, details, context.requestId);
  const headers: Record<string, string> = {
    "content-type": problemMediaType,
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    vary: varyHeader,
    "x-request-id": context.requestId,
    ...context.constantHeaders,
    ...context.limitHeaders,
    ...(context.origin === undefined ? {} : corsHeaders(context.origin)),
    ...details.headers,
  };
  return { status: problem.status, headers, body };
}

export function writeFailure(response: ServerResponse, error: ProblemError, context: FailureContext): void {
  const { status, headers, body } = failureResponse(error, context);
  response.writeHead(status, headers);
  response.end(body);
}
