import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { recordChange } from "../../audit/index.ts";
import { lockAccount } from "../lock-account.ts";
import { Passkey, PasskeyName, passkeyNotFound, passkeyOf, type PasskeyRow } from "../passkeys/passkey.ts";

/** Gives a passkey of the own account another name. */
export const renamePasskey = operation(
  {
    id: "renamePasskey",
    method: "PATCH",
    path: `${adminBase}/me/passkeys/{id}`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    problems: [passkeyNotFound],
    tags: ["Self"],
    summary: "Rename a passkey",
    params: Type.Object({ id: Type.String({ description: "The id of the passkey." }) }),
    body: Type.Object({ name: PasskeyName }, { additionalProperties: false }),
    response: { 200: Single(Passkey) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin, params, body } = request;
      if (!isUuid(params.id)) throw new ProblemError(passkeyNotFound);
      const ctx = { now: clock.now(), ids };
      const renamed = await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        const [row] = await tx<PasskeyRow>`
          update passkeys set name = ${body.name} where id = ${params.id} and admin_id = ${admin.id}
          returning id, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`;
        if (!row) throw new ProblemError(passkeyNotFound);
        const target = { type: "admin", id: admin.id };
        const changes = [{ member: "passkeys" }];
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: null, action: "renamePasskey", target, changes });
        return row;
      });
      return { data: passkeyOf(renamed) };
    },
);
