/** Any response but a success, as in RFC 9457. Declared once beside the operation that returns it; its code is permanent. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** Names and descriptions of the members that this problem has beyond the common ones. */
  readonly extensions: Readonly<Record<string, object>>;
}

/** One fault in a request's body or parameters. `path` is a JSON Pointer (RFC 6901). */
export interface ValidationError {
  path: string;
  code: string;
  message: string;
}

export interface ProblemDetails {
  detail?: string;
  errors?: readonly ValidationError[];
  /** Values for the problem's extension members. */
  members?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}

/** Thrown to respond with a problem; inside a transaction it also rolls back. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;
  readonly details: ProblemDetails;

  constructor(problem: Problem, details: ProblemDetails = {}) {
    super(problem.code);
    this.problem = problem;
    this.details = details;
  }
}

const problemsByKey = new Map<string, Problem>();

/** Declares a problem. Two with one code and status are a mistake, found when the server is loaded. */
export function problem(code: string, status: number, title: string, extensions: Problem["extensions"] = {}): Problem {
  const key = `${code} ${status}`;
  if (problemsByKey.has(key)) throw new Error(`The problem ${key} is declared twice.`);
  const declared = { code, status, title, extensions };
  problemsByKey.set(key, declared);
  return declared;
}

/** Every declared problem, by code. */
export function declaredProblems(): Problem[] {
  return [...problemsByKey.values()].sort((a, b) => (a.code < b.code || (a.code === b.code && a.status < b.status) ? -1 : 1));
}

export const problemMediaType = "application/problem+json; charset=utf-8";
export const problemTypeBase = "https://vitrine.dev/problems/";

export function problemBody({ code, status, title }: Problem, { detail, errors, members }: ProblemDetails, requestId: string): string {
  return JSON.stringify({
    type: problemTypeBase + code,
    title,
    status,
    code,
    detail: detail ?? title,
    requestId,
    ...members,
    ...(errors ? { errors } : {}),
  });
}

export const validationFailed = problem("validation_failed", 400, "Validation failed");
export const invalidQuery = problem("invalid_query", 400, "A query parameter is not valid");
export const invalidJson = problem("invalid_json", 400, "The body is not valid JSON");
export const badRequest = problem("bad_request", 400, "The request is malformed");
export const duplicateHeader = problem("duplicate_header", 400, "A header is repeated that may occur only once");
export const routeNotFound = problem("route_not_found", 404, "There is nothing at this address");
export const siteNotFound = problem("site_not_found", 404, "Site not found");
export const methodNotAllowed = problem("method_not_allowed", 405, "This address does not support the method");
export const requestTimeout = problem("request_timeout", 408, "The request took too long to arrive");
export const preconditionFailed = problem("precondition_failed", 412, "The current version does not match If-Match");
export const bodyTooLarge = problem("body_too_large", 413, "The body is too large");
export const urlTooLong = problem("url_too_long", 414, "The URL is too long");
export const unsupportedMediaType = problem("unsupported_media_type", 415, "The body must be application/json");
export const headersTooLarge = problem("headers_too_large", 431, "The headers are too large or too many");
export const internalError = problem("internal_error", 500, "Something went wrong on the server");
export const notImplemented = problem("not_implemented", 501, "The server does not support this kind of request");
export const unavailable = problem("unavailable", 503, "The service is not available at the moment");
export const rateLimited = problem("rate_limited", 429, "Too many requests", {
  retryAfter: { type: "integer", description: "Seconds to wait before the next request." },
});

/** The refusal of one member of a body, by its JSON Pointer. */
export function invalidMember(path: string, code: string, message: string): ProblemError {
  return new ProblemError(validationFailed, { detail: `${path.slice(1)} ${message}`, errors: [{ path, code, message }] });
}

/** The refusal of several members of a body, of which the answer lists so many; the detail names the first. */
export function invalidMembers(errors: readonly ValidationError[], mostListed = 100): ProblemError {
  const [first] = errors;
  const detail = first && `${first.path.slice(1)} ${first.message}`;
  return new ProblemError(validationFailed, { ...(detail !== undefined && { detail }), errors: errors.slice(0, mostListed) });
}

/** The refusal of a request over its limit, with the time to wait. */
export function tooMany(retryAfterSeconds: number): ProblemError {
  return new ProblemError(rateLimited, {
    detail: `Wait ${retryAfterSeconds} s.`,
    headers: { "retry-after": String(retryAfterSeconds) },
    members: { retryAfter: retryAfterSeconds },
  });
}
