import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { clientDigest } from "../../../../lib/http/client-address.ts";
import { Accepted } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { invalidMember } from "../../../../lib/http/problem.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { Email, givenEmail } from "../../../../lib/text/given-email.ts";
import { lockAccount } from "../lock-account.ts";
import { sendAdminEmailCode } from "../tasks/admin-email-code.ts";

const lifetimeMs = 60 * 60_000;

/** Mails a code to the address that the person wants their account to have. */
export const requestEmailChange = operation(
  {
    id: "requestEmailChange",
    method: "POST",
    path: `${adminBase}/me/email`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    limit: "credentials",
    problems: [],
    tags: ["Self"],
    summary: "Ask for a code to change your e-mail address",
    description:
      "The code goes to the new address and is good for an hour; a later request takes its place. The same answer if another account has the address: " +
      "no mail is sent then. At most three mails an hour go to an address.",
    body: Type.Object({ email: Email }, { additionalProperties: false }),
    response: { 202: Accepted },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async ({ admin, client, body }) => {
      const email = givenEmail(body.email, "email");
      if (email === admin.email) throw invalidMember("/email", "unchanged", "is the address of your account already");
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + lifetimeMs);
      await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        await tx`
          insert into admin_links (id, admin_id, purpose, new_email, expires_at, created_at)
          values (${ids.next()}, ${admin.id}, 'CHANGE_EMAIL', ${email}, ${expiresAt}, ${now})
          on conflict (admin_id, purpose) do update set
            token_hash = null, new_email = excluded.new_email, tries = 0, expires_at = excluded.expires_at, used_at = null,
            created_at = excluded.created_at`;
        await addToOutbox(tx, { now, ids }, sendAdminEmailCode, { adminId: admin.id, email, client: clientDigest(client) });
      });
      return { data: { accepted: true as const } };
    },
);
