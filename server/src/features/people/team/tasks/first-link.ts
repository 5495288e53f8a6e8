import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { linkWithToken } from "../../../../lib/http/link-base.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { task } from "../../../../lib/tasks/task.ts";
import type { Sql } from "../../../../ports/database.ts";
import { linkMail } from "../admin-mail.ts";
import { issuePasswordLink, passwordPage } from "../admin-links.ts";

/** Mails the person of a new account a link to choose a first password. It is made here, anew for each attempt. */
export const sendFirstLink = task(
  { name: "first-link", lane: "notices", payload: Type.Object({ adminId: Type.String() }) },
  ({ sql, clock, ids, mailer, mailFrom, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "mailer" | "mailFrom" | "publicUrl">) =>
    async ({ adminId }) => {
      const [admin] = await sql<{ email: string; name: string; locale: string }>`
        select email, name, locale from admins where id = ${adminId} and disabled_at is null and password_hash is null`;
      if (!admin) return;
      const secret = await issuePasswordLink(sql, { now: clock.now(), ids }, adminId, "FIRST_PASSWORD");
      const mail = linkMail("first-password", linkWithToken(passwordPage(publicUrl), secret), { ...admin, sender: mailFrom.name });
      await mailer.send({ to: admin.email, from: mailFrom, ...mail });
    },
);

/** Adds that mail to the outbox, in the transaction that makes the account. */
export async function mailFirstLink(tx: Sql, ctx: WriteContext, adminId: string): Promise<void> {
  await addToOutbox(tx, ctx, sendFirstLink, { adminId });
}
