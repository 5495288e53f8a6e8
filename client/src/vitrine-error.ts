import type { OperationCodes, ProblemCode, ProblemMembers } from "./generated.ts";
import type { Call } from "./operation.ts";

/** What goes wrong without a problem from the server: no answer, none in time, or one that is not Vitrine's. */
export type ClientCode = "network_error" | "timeout" | "unexpected_response";

export type ErrorCode = ProblemCode | ClientCode;

/** One fault in what was sent. `path` is a JSON Pointer into it. */
export interface Fault {
  path: string;
  code: string;
  message: string;
}

/** What every failure of a call says, whatever its code is. */
export interface Failure extends Error {
  readonly name: "VitrineError";
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Quote it when you ask for help: the server's log has it too. Empty where nothing was answered. */
  readonly requestId: string;
  /** Empty unless something that was sent is wrong. */
  readonly errors: readonly Fault[];
  /** The `operationId` of what was called. */
  readonly operation: string;
  /** Seconds after which another try may succeed, where the answer says so. */
  readonly retryAfter: number | undefined;
  /** The key that was sent. With it and the same input the call can be made again, and does no more than once what it does. */
  readonly idempotencyKey: string | undefined;
}

/** A failure, by its `code`: that tells which further members there are. */
export type VitrineError<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? Omit<Failure, keyof MembersOf<Code>> & Readonly<MembersOf<Code>> & { readonly code: Code }
  : never;

type MembersOf<Code> = Code extends keyof ProblemMembers ? ProblemMembers[Code] : unknown;

/** What a call of the operation can fail with. */
export type ErrorOf<Id extends keyof OperationCodes> = VitrineError<
  OperationCodes[Id] | ClientCode | "route_not_found" | "method_not_allowed"
>;

/** What is known when a call fails, and what else the server said. */
export interface FailureFacts {
  readonly code: string;
  readonly status: number;
  readonly operation: string;
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly retryAfter?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Whether it is a failure of a call; with codes, whether it is one of these. */
export function isVitrineError<Code extends ErrorCode = ErrorCode>(error: unknown, ...codes: Code[]): error is VitrineError<Code> {
  // By its name, since a page can hold this package twice.
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return name === "VitrineError" && (codes.length === 0 || codes.includes(code as Code));
}

/**
 * What came of a call, to look at rather than to catch: `data`, or an `error` of the operation's own codes. Rejects with what
 * is no failure of the API, such as the reason of an aborted signal.
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

/** The error of a call that failed. What is not known stands there too, so that every failure has the same members. */
export function failure(facts: FailureFacts, cause?: unknown): Error {
  const { code } = facts;
  const title = facts.title ?? code.replaceAll("_", " ");
  const detail = facts.detail ?? title;
  const error = new Error(`${code}: ${detail}`, cause === undefined ? {} : { cause });
  const unknown = { requestId: "", errors: [], retryAfter: undefined, idempotencyKey: undefined };
  const members = { ...unknown, ...facts, title, detail, name: "VitrineError" };
  // Defined and not assigned: what an answer calls `__proto__` is a member like others.
  return Object.defineProperties(error, Object.getOwnPropertyDescriptors(members));
}
