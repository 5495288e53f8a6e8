import type { OperationCodes, ProblemCode, ProblemMembers } from "./admin-generated.ts";
import type { Call } from "./admin-operation.ts";
import { attempt, isVitrineError, type ClientCode, type CodedFailure } from "./vitrine-error.ts";

export type AdminErrorCode = ProblemCode | ClientCode;

/** A failure, by its `code`, which determines its further members. */
export type AdminError<Code extends AdminErrorCode = AdminErrorCode> = CodedFailure<Code, ProblemMembers>;

/** The possible failures of an operation. */
export type AdminErrorOf<Id extends keyof OperationCodes> = AdminError<
  OperationCodes[Id] | ClientCode | "route_not_found" | "method_not_allowed"
>;

/** Whether a value is the failure of a call; with codes, whether it has one of these. */
export const isAdminError = isVitrineError as <Code extends AdminErrorCode = AdminErrorCode>(
  error: unknown,
  ...codes: Code[]
) => error is AdminError<Code>;

/** The result of a call, to inspect instead of catch: `data`, or an `error` of the operation's own codes. */
export const attemptAdmin = attempt as <Value, Id extends keyof OperationCodes>(
  call: Call<Value, Id>,
) => Promise<{ data: Value; error: undefined } | { data: undefined; error: AdminErrorOf<Id> }>;
