import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { adminBase, NoContent, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { lockAccount } from "../lock-account.ts";
import { passkeyNotFound } from "../passkeys/passkey.ts";
import { recordChangeOfFactors } from "../second-factors/change-of-factors.ts";
import { hasSecondFactor } from "../second-factors/has-second-factor.ts";
import { removeRecoveryCodes } from "../second-factors/recovery-codes.ts";

/** Takes a passkey off the own account. */
export const removePasskey = operation(
  {
    id: "removePasskey",
    method: "DELETE",
    path: `${adminBase}/me/passkeys/{id}`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    problems: [passkeyNotFound],
    tags: ["Self"],
    summary: "Remove a passkey",
    description: "The recovery codes end with the last second factor. A mail tells the person.",
    params: Type.Object({ id: Type.String({ description: "The id of the passkey." }) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin, params } = request;
      if (!isUuid(params.id)) throw new ProblemError(passkeyNotFound);
      const ctx = { now: clock.now(), ids };
      await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        const [removed] = await tx<{ name: string }>`
          delete from passkeys where id = ${params.id} and admin_id = ${admin.id} returning name`;
        if (!removed) throw new ProblemError(passkeyNotFound);
        if (!(await hasSecondFactor(tx, admin.id))) await removeRecoveryCodes(tx, admin.id);
        const facts = { passkey: removed.name };
        await recordChangeOfFactors(tx, ctx, request, { action: "removePasskey", member: "passkeys", notice: "passkey-removed", facts });
      });
    },
);
