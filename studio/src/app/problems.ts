import { isAdminError, type Failure } from "@vitrine/client/admin";
import { namedError, refusalOf } from "./refusals.ts";
import { texts } from "./texts.ts";

/** A sentence about what went wrong, for the person to whom it happened. `known` has sentences of the screen by code. */
export function describeProblem(error: unknown, sentences: Readonly<Record<string, string>> = {}): string {
  const { problems } = texts;
  if (!isAdminError(error)) return problems.unknown("–");
  return sentences[error.code] ?? describeRefusal(error);
}

/** A sentence about a failed request, by its code. */
export function describeRefusal({
  code,
  status,
  errors,
  requestId,
}: Pick<Failure, "status" | "errors" | "requestId"> & { code: string }): string {
  const { problems } = texts;
  if (status === 0) return problems.offline;
  if (code === "second_factor_required") return problems.secondFactor;
  if (code === "permission_missing") return problems.forbidden;
  if (status === 400 && errors[0]) return namedError(errors[0]);
  const refusal = refusalOf(code);
  if (refusal !== undefined) return refusal;
  if (status === 404) return problems.gone;
  if (status === 412) return problems.conflict;
  if (status === 409) return texts.refusals.codes.conflict;
  if (status === 429 || status === 503) return problems.busy;
  return problems.unknown(requestId);
}
