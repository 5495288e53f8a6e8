import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import { sessionInvalid, sessionMissing } from "../../../lib/admin/refusals.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { findPersonOfSession } from "./find-person.ts";

/** The person of a session, for an operation that some use without one. Throws `session_missing` and `session_invalid`. */
export async function findSignedIn(sql: Sql, secrets: readonly string[], now: Date): Promise<AdminIdentity> {
  if (secrets.every((secret) => secret === "")) throw new ProblemError(sessionMissing, { detail: "Sign in first." });
  const person = await findPersonOfSession(sql, secrets, undefined, now);
  if (person?.is !== "valid") throw new ProblemError(sessionInvalid, { detail: "Sign in again." });
  return person.admin;
}
