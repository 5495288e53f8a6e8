import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded, demandRecentSignIn } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { Email, emailTaken, givenEmail } from "../../../../lib/text/given-email.ts";
import { addAccount } from "../add-account.ts";
import { AdminLocale, AdminName } from "../own-session.ts";
import { ServerAdmin, readServerAdmin } from "../server/server-admin.ts";
import { changeAdmin } from "../server/change-admin.ts";
import { recordChange } from "../../audit/index.ts";
import { mailFirstLink } from "../tasks/first-link.ts";

/** Makes an account, and mails its person a link to choose a password. */
export const createServerAdmin = operation(
  {
    id: "createServerAdmin",
    method: "POST",
    path: `${adminBase}/server/admins`,
    access: "operator",
    cors: "closed",
    problems: [emailTaken, confirmationNeeded],
    tags: ["Server"],
    summary: "Make an account for a person",
    description:
      "A mail has the link on which they choose a password; it is good for a day, and after that `POST /password-reset` mails another one. A further operator " +
      "needs a recent sign-in.",
    body: Type.Object(
      { email: Email, name: Type.Optional(AdminName), locale: Type.Optional(AdminLocale), isOperator: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    response: { 201: Single(ServerAdmin) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { name, locale, isOperator = false } = request.body;
      const email = givenEmail(request.body.email, "email");
      const ctx = { now: clock.now(), ids };
      if (isOperator) demandRecentSignIn(request.admin, ctx.now);
      const newAdmin = await sql.begin(async (tx) => {
        const id = await addAccount(tx, ctx, { email, passwordHash: null, ...(name && { name }), ...(locale && { locale }) });
        if (id === undefined) throw new ProblemError(emailTaken);
        const by = { actor: actorOf(request), action: "createServerAdmin" };
        await recordChange(tx, ctx, { ...by, siteId: null, target: { type: "admin", id } });
        await changeAdmin(tx, ctx, by, { id, isOperator: false, isDisabled: false }, { isOperator });
        await mailFirstLink(tx, ctx, id);
        return readServerAdmin(tx, id);
      });
      if (!newAdmin) throw new Error("An account vanished in its own transaction.");
      return { data: newAdmin };
    },
);
