import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf, type AdminIdentity } from "../../../../lib/admin/identity.ts";
import { mailedTokenInvalid } from "../../../../lib/http/credential-problems.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isCode } from "../../../../lib/secrets/mailed-code.ts";
import { emailTaken } from "../../../../lib/text/given-email.ts";
import { isUniqueViolation, type Sql } from "../../../../ports/database.ts";
import { recordChange } from "../../audit/index.ts";
import { emailCode, givenEmailCode } from "../email-code.ts";
import { lockAccount } from "../lock-account.ts";
import { OwnAdmin, readOwnAdmin } from "../own-session.ts";
import { notifyAdmin } from "../tasks/admin-notice.ts";

/** Gives the account the address that the code was mailed to. */
export const confirmEmailChange = operation(
  {
    id: "confirmEmailChange",
    method: "POST",
    path: `${adminBase}/me/email/confirm`,
    access: "session",
    cors: "closed",
    limit: "credentials",
    problems: [mailedTokenInvalid, emailTaken],
    tags: ["Self"],
    summary: "Change your e-mail address with the mailed code",
    description: "Five tries, then ask for another code. A mail tells the former address. Links that were mailed to it no longer work.",
    body: Type.Object({ code: Type.String({ maxLength: 50, examples: ["4829 1307"] }) }, { additionalProperties: false }),
    response: { 200: Single(OwnAdmin) },
  },
  ({ sql, clock, ids, secrets }: Pick<Deps, "sql" | "clock" | "ids" | "secrets">) =>
    async (request) => {
      const { admin } = request;
      const code = givenEmailCode(request.body.code);
      const ctx = { now: clock.now(), ids };
      const change = async (tx: Sql) => {
        await lockAccount(tx, admin);
        const wanted = await countTry(tx, admin, ctx.now);
        // The try stays counted: nothing is thrown here.
        if (!wanted || !isCode(secrets, emailCode({ adminId: admin.id, email: wanted.email }), wanted.codeHash, code)) return undefined;
        const [before] = await tx<{ email: string }>`select email from admins where id = ${admin.id}`;
        await tx`
          update admins set email = ${wanted.email}, revision = revision + 1, updated_at = ${ctx.now} where id = ${admin.id}`;
        await tx`delete from admin_links where admin_id = ${admin.id}`;
        const target = { type: "admin", id: admin.id };
        const changes = [{ member: "email" }];
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: null, action: "confirmEmailChange", target, changes });
        await notifyAdmin(tx, ctx, admin.id, "email-changed", { email: wanted.email }, { email: before?.email });
        return readOwnAdmin(tx, admin.id);
      };
      const ownAdmin = await sql.begin(change).catch((error: unknown) => {
        throw isUniqueViolation(error) ? new ProblemError(emailTaken) : error;
      });
      if (!ownAdmin) throw new ProblemError(mailedTokenInvalid, { detail: "The code is wrong or too old. Ask for another one." });
      return { data: ownAdmin };
    },
);

const mostTries = 5;

/** The address that the person wants, and the hash of its code, with one try less. Undefined: no code is good. */
async function countTry(
  tx: Sql,
  { id }: Pick<AdminIdentity, "id">,
  now: Date,
): Promise<{ email: string; codeHash: Uint8Array } | undefined> {
  const [link] = await tx<{ email: string | null; codeHash: Uint8Array | null }>`
    update admin_links set tries = tries + 1
    where admin_id = ${id} and purpose = 'CHANGE_EMAIL' and used_at is null and expires_at > ${now} and tries < ${mostTries}
      and token_hash is not null
    returning new_email as email, token_hash as "codeHash"`;
  return link?.email && link.codeHash ? { email: link.email, codeHash: link.codeHash } : undefined;
}
