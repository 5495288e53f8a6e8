import type { Deps } from "../../../deps.ts";
import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import { invalidCredentials } from "../../../lib/http/credential-problems.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import { normalPassword } from "../../../lib/secrets/password.ts";
import type { PasswordHashing } from "../../../ports/password-hashing.ts";
import { countedSignIn } from "./failed-sign-ins.ts";

/**
 * Compares a password with the one of the signed-in person, counted like a sign-in. Resolves with the hash that it matches: a change must be made over
 * that one only. Throws `invalid_credentials`, also for an account without a password.
 */
export async function demandOwnPassword(
  deps: Pick<Deps, "sql" | "clock" | "failedLogins">,
  verify: PasswordHashing["verify"],
  { id, email }: Pick<AdminIdentity, "id" | "email">,
  client: string,
  password: string,
): Promise<string> {
  const [storedAccount] = await deps.sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from admins where id = ${id}`;
  const hash = storedAccount?.passwordHash ?? null;
  const isRight = await countedSignIn(deps, email, client, () => verify(hash, normalPassword(password)));
  if (!isRight || hash === null) throw new ProblemError(invalidCredentials, { detail: "The password is wrong." });
  return hash;
}
