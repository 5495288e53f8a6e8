import { problem, ProblemError } from "../http/problem.ts";
import type { AdminIdentity, Membership } from "./identity.ts";
import type { Permission } from "./roles.ts";

export const permissionMissing = problem("permission_missing", 403, "The role does not allow this", {
  permission: { type: "string", description: "The permission that is needed; `operator` for those who run the server." },
});
export const confirmationNeeded = problem("confirmation_needed", 403, "Confirm your password");

/** How long a sign-in or a confirmation counts as recent. */
const recentMs = 15 * 60_000;

/** Throws `permission_missing`. For a part of a request that needs more than its operation. */
export function demandPermission({ permissions }: Pick<Membership, "permissions">, permission: Permission): void {
  if (!permissions.has(permission)) throw missingPermission(permission);
}

export function missingPermission(permission: Permission | "operator"): ProblemError {
  const detail = permission === "operator" ? "Only operators of the server may do this." : `It needs the permission ${permission}.`;
  return new ProblemError(permissionMissing, { detail, members: { permission } });
}

/** Throws `confirmation_needed`. For a part of a request that needs a recent sign-in; a token never has one. */
export function demandRecentSignIn({ credential }: AdminIdentity, now: Date): void {
  if (credential.kind === "TOKEN") {
    throw new ProblemError(confirmationNeeded, { detail: "A token cannot confirm anything. Sign in to do this." });
  }
  if (now.getTime() - credential.confirmedAt.getTime() > recentMs) {
    throw new ProblemError(confirmationNeeded, {
      detail: "The last sign-in is too long ago. Send your password to POST /session/confirm.",
    });
  }
}
