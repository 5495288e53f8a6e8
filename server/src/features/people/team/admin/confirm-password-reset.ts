import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { mailedTokenInvalid } from "../../../../lib/http/credential-problems.ts";
import { adminBase, NoContent, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { adminsGroup } from "../../../../lib/limits/password-limiter.ts";
import { NewPassword, normalPassword, refuseCommonPassword } from "../../../../lib/secrets/password.ts";
import { findPasswordLink } from "../admin-links.ts";
import { resetPassword } from "../reset-password.ts";

/** Sets a new password with the token of a link, and ends everything that was issued before. */
export const confirmPasswordReset = operation(
  {
    id: "confirmPasswordReset",
    method: "POST",
    path: `${adminBase}/password-reset/confirm`,
    access: "signIn",
    cors: "closed",
    limit: "credentials",
    problems: [mailedTokenInvalid],
    tags: ["Session"],
    summary: "Choose a new password",
    description:
      "With the token of the mailed link, or of the first link that the command line prints. It works once. Every session of the account ends, and " +
      "every personal access token is revoked; nobody is signed in by it.",
    body: Type.Object(
      { token: Type.String({ maxLength: 500, description: "From the link. It works once." }), password: NewPassword },
      { additionalProperties: false },
    ),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids, passwords }: Pick<Deps, "sql" | "clock" | "ids" | "passwords">) =>
    async ({ client, body: { token, password } }) => {
      // Hashing is expensive: an invalid token must not cause it.
      const admin = await findPasswordLink(sql, token, clock.now());
      if (!admin) throw new ProblemError(mailedTokenInvalid);
      refuseCommonPassword(password, admin.email, "/password");
      const passwordHash = await passwords.turn({ group: adminsGroup, client }, ({ hash }) => hash(normalPassword(password)));
      const isReset = await resetPassword(sql, { now: clock.now(), ids }, admin.adminId, token, passwordHash);
      if (!isReset) throw new ProblemError(mailedTokenInvalid);
    },
);
