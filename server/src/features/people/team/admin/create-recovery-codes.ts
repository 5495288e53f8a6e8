import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { lockAccount } from "../lock-account.ts";
import { recordChangeOfFactors } from "../second-factors/change-of-factors.ts";
import { hasSecondFactor } from "../second-factors/has-second-factor.ts";
import { RecoveryCodes, replaceRecoveryCodes } from "../second-factors/recovery-codes.ts";

const secondFactorMissing = problem("second_factor_missing", 409, "The account has no second factor");

/** Makes ten recovery codes in place of the earlier ones. */
export const createRecoveryCodes = operation(
  {
    id: "createRecoveryCodes",
    method: "POST",
    path: `${adminBase}/me/recovery-codes`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    problems: [secondFactorMissing],
    tags: ["Self"],
    summary: "Make new recovery codes",
    description: "They are in this answer and nowhere else. Earlier ones end. A mail tells the person.",
    response: { 201: Single(RecoveryCodes) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin } = request;
      const ctx = { now: clock.now(), ids };
      const recoveryCodes = await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        if (!(await hasSecondFactor(tx, admin.id)))
          throw new ProblemError(secondFactorMissing, { detail: "Add an authenticator app or a passkey first." });
        const change = { action: "createRecoveryCodes", member: "recoveryCodes", notice: "recovery-codes-made", facts: {} } as const;
        await recordChangeOfFactors(tx, ctx, request, change);
        return replaceRecoveryCodes(tx, ctx, admin.id);
      });
      return { data: { recoveryCodes } };
    },
);
