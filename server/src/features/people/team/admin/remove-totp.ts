import type { Deps } from "../../../../deps.ts";
import { adminBase, NoContent, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { lockAccount } from "../lock-account.ts";
import { recordChangeOfFactors } from "../second-factors/change-of-factors.ts";
import { hasSecondFactor } from "../second-factors/has-second-factor.ts";
import { totpNotFound } from "../second-factors/problems.ts";
import { removeRecoveryCodes } from "../second-factors/recovery-codes.ts";

/** Takes the authenticator app off the account. */
export const removeTotp = operation(
  {
    id: "removeTotp",
    method: "DELETE",
    path: `${adminBase}/me/totp`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    problems: [totpNotFound],
    tags: ["Self"],
    summary: "Remove the authenticator app",
    description: "The recovery codes end with the last second factor. A mail tells the person.",
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin } = request;
      const ctx = { now: clock.now(), ids };
      await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        const [before] = await tx<{ wasConfirmed: boolean }>`
          select totp_confirmed_at is not null as "wasConfirmed"
          from admins
          where id = ${admin.id} and (totp_secret is not null or totp_confirmed_at is not null)`;
        if (!before) throw new ProblemError(totpNotFound);
        await tx`update admins set totp_secret = null, totp_confirmed_at = null, totp_last_step = null where id = ${admin.id}`;
        // It was worth nothing yet.
        if (!before.wasConfirmed) return;
        if (!(await hasSecondFactor(tx, admin.id))) await removeRecoveryCodes(tx, admin.id);
        await recordChangeOfFactors(tx, ctx, request, { action: "removeTotp", member: "totp", notice: "totp-removed", facts: {} });
      });
    },
);
