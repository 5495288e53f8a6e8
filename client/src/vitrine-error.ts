import type { OperationCodes, ProblemCode, ProblemMembers } from "./generated.ts";
import type { Call } from "./operation.ts";

/** Failures without a problem from the server: no response, a timeout, or a response that is not Vitrine's. */
export type ClientCode = "network_error" | "timeout" | "unexpected_response";

export type ErrorCode = ProblemCode | ClientCode;

/** One fault in the request. `path` is a JSON Pointer into it. */
export interface Fault {
  path: string;
  code: string;
  message: string;
}

/** The members of every failed call, whatever its code. */
export interface Failure extends Error {
  readonly name: "VitrineError";
  /** The status of the response; 0 without one. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Quote it when you ask for help: the server's log has it too. Empty without a response. */
  readonly requestId: string;
  /** Empty unless a part of the request is invalid. */
  readonly errors: readonly Fault[];
  /** The `operationId` of the call. */
  readonly operation: string;
  /** Its method and address, with the names of parameters in the place of their values: `GET https://…/pages/{+slug}`. */
  readonly address: string;
  /** Seconds after which a retry may succeed, if the response says so. */
  readonly retryAfter: number | undefined;
  /** The key that was sent. With it and the same input the call can be repeated, and the server executes it once. */
  readonly idempotencyKey: string | undefined;
}

/** A failure, by its `code`, which determines its further members. */
export type VitrineError<Code extends ErrorCode = ErrorCode> = CodedFailure<Code, ProblemMembers>;

/** A failure with a code of an API whose problems have these members. */
export type CodedFailure<Code extends string, Members> = Code extends string
  ? Omit<Failure, keyof MembersOf<Code, Members>> & Readonly<MembersOf<Code, Members>> & { readonly code: Code }
  : never;

type MembersOf<Code, Members> = Code extends keyof Members ? Members[Code] : unknown;

/** The possible failures of an operation. */
export type ErrorOf<Id extends keyof OperationCodes> = VitrineError<
  OperationCodes[Id] | ClientCode | "route_not_found" | "method_not_allowed"
>;

/** The data of a failed call, and further members of the problem. */
export interface FailureFacts {
  readonly code: string;
  readonly status: number;
  readonly operation: string;
  readonly address: string;
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly retryAfter?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Whether a value is the failure of a call; with codes, whether it has one of these. */
export function isVitrineError<Code extends ErrorCode = ErrorCode>(error: unknown, ...codes: Code[]): error is VitrineError<Code> {
  // By its name, since a page can hold this package twice.
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return name === "VitrineError" && (codes.length === 0 || codes.includes(code as Code));
}

/**
 * The result of a call, to inspect instead of catch: `data`, or an `error` of the operation's own codes. Rejects with
 * failures outside of the API, such as the reason of an aborted signal.
 */
export async function attempt<Value, Id extends keyof OperationCodes>(
  call: Call<Value, Id>,
): Promise<{ data: Value; error: undefined } | { data: undefined; error: ErrorOf<Id> }> {
  try {
    return { data: await call, error: undefined };
  } catch (error) {
    if (isVitrineError(error)) return { data: undefined, error: error as ErrorOf<Id> };
    throw error;
  }
}

/** The error of a failed call. Unknown values are there too, so that every failure has the same members. */
export function failure(facts: FailureFacts, cause?: unknown): Error {
  const { code } = facts;
  const title = facts.title ?? code.replaceAll("_", " ");
  const detail = facts.detail ?? title;
  const error = new Error(`${code}: ${detail}`, cause === undefined ? {} : { cause });
  const unknown = { requestId: "", errors: [], retryAfter: undefined, idempotencyKey: undefined };
  const members = { ...unknown, ...facts, title, detail, name: "VitrineError" };
  // Defined and not assigned: a response's `__proto__` is a member like others.
  return Object.defineProperties(error, Object.getOwnPropertyDescriptors(members));
}
