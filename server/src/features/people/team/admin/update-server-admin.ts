import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded, demandRecentSignIn, missingPermission } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { ServerAdmin, adminNotFound, readServerAdmin } from "../server/server-admin.ts";
import { changeAdmin, type LockedAdmin } from "../server/change-admin.ts";

const ownAccount = problem("own_account", 409, "Operators cannot disable or demote themselves");
const lastOperator = problem("last_operator", 409, "A server needs an operator");

/** Makes an account an operator or none, and disables it or lets it in again. */
export const updateServerAdmin = operation(
  {
    id: "updateServerAdmin",
    method: "PATCH",
    path: `${adminBase}/server/admins/{id}`,
    access: "operator",
    cors: "closed",
    problems: [adminNotFound, ownAccount, lastOperator, confirmationNeeded],
    tags: ["Server"],
    summary: "Make somebody an operator, or keep them out",
    description:
      "A disabled account loses its sessions, and its tokens do not work until it is enabled. Nobody can disable or demote themselves, and a server needs an " +
      "operator, and a further operator needs a recent sign-in.",
    params: Type.Object({ id: Type.String() }),
    body: Type.Object(
      { isOperator: Type.Optional(Type.Boolean()), isDisabled: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    response: { 200: Single(ServerAdmin) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { admin, params, body } = request;
      const ctx = { now: clock.now(), ids };
      if (!isUuid(params.id)) throw new ProblemError(adminNotFound);
      const changed = await sql.begin(async (tx) => {
        // All operators, in one order: of two who demote each other one stays, and finds that the other is none any more.
        const lockedAdmins = await tx<LockedAdmin>`
          select id, is_operator as "isOperator", disabled_at is not null as "isDisabled"
          from admins where is_operator or id = ${params.id}
          order by id for update`;
        const before = lockedAdmins.find(({ id }) => id === params.id);
        const active = lockedAdmins.filter(({ isOperator, isDisabled }) => isOperator && !isDisabled);
        if (!active.some(({ id }) => id === admin.id)) throw missingPermission("operator");
        if (!before) throw new ProblemError(adminNotFound);
        const loses = body.isOperator === false || body.isDisabled === true;
        if (loses && before.id === admin.id) throw new ProblemError(ownAccount, { detail: "Ask another operator." });
        if (loses && active.every(({ id }) => id === before.id))
          throw new ProblemError(lastOperator, { detail: "Name another one first." });
        if (body.isOperator === true && !before.isOperator) demandRecentSignIn(admin, ctx.now);
        await changeAdmin(tx, ctx, { actor: actorOf(request), action: "updateServerAdmin" }, before, body);
        return readServerAdmin(tx, before.id);
      });
      if (!changed) throw new ProblemError(adminNotFound);
      return { data: changed };
    },
);
