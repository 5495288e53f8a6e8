import { isAdminError } from "@vitrine/client/admin";
import { texts } from "./texts.ts";

/** A sentence about what went wrong, for the person to whom it happened. `known` has sentences of the screen by code. */
export function describeProblem(error: unknown, known: Readonly<Record<string, string>> = {}): string {
  const { problems } = texts;
  if (!isAdminError(error)) return problems.unknown("–");
  const { code, status, requestId } = error;
  const own = known[code];
  if (own !== undefined) return own;
  if (status === 0) return problems.offline;
  if (code === "second_factor_required") return problems.secondFactor;
  if (code === "permission_missing") return problems.forbidden;
  if (status === 404) return problems.gone;
  if (status === 412 || status === 409) return problems.conflict;
  if (status === 429 || status === 503) return problems.busy;
  // The server's own words name the member and the fault.
  if (status === 400 && error.errors[0]) return `${error.errors[0].path.replace(/^\//, "")}: ${error.errors[0].message}`;
  return problems.unknown(requestId);
}
