import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { noticeMail } from "../../../../lib/mails/notice-mail.ts";
import { messages } from "../../../../lib/messages/index.ts";
import type { NoticeFacts, NoticeKind } from "../../../../lib/messages/messages.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { task } from "../../../../lib/tasks/task.ts";
import type { Sql } from "../../../../ports/database.ts";

/** Mails an admin what has happened to their account. */
export const sendAdminNotice = task(
  {
    name: "admin-notice",
    lane: "notices",
    payload: Type.Object({
      notice: Type.Enum(Object.keys(messages.en.notices.kinds) as NoticeKind[]),
      adminId: Type.String(),
      /** Absent: the account's own address. */
      email: Type.Optional(Type.String()),
      /** Absent: the link leads to the studio's first screen. */
      path: Type.Optional(Type.String()),
      at: Type.String(),
      facts: Type.Record(Type.String(), Type.String()),
    }),
  },
  ({ sql, mailer, mailFrom, publicUrl }: Pick<Deps, "sql" | "mailer" | "mailFrom" | "publicUrl">) =>
    async ({ notice, adminId, email, path = "", at, facts }) => {
      const [admin] = await sql<{ email: string; name: string; locale: string }>`
        select email, name, locale from admins where id = ${adminId}`;
      if (!admin) return;
      const about = { ...admin, sender: mailFrom.name, studioUrl: `${publicUrl}/studio${path}`, at: new Date(at) };
      const mail = noticeMail(notice, facts as NoticeFacts[typeof notice], about);
      await mailer.send({ to: email ?? admin.email, from: mailFrom, ...mail });
    },
);

/**
 * Adds a notice to the outbox, in the transaction of the change. `email`: another address than the account's, such as the one before. `path`: the place of the
 * studio that the link leads to.
 */
export async function notifyAdmin<Kind extends NoticeKind>(
  tx: Sql,
  ctx: WriteContext,
  adminId: string,
  notice: Kind,
  facts: NoticeFacts[Kind],
  { email, path }: { email?: string | undefined; path?: string } = {},
): Promise<void> {
  const payload = {
    notice,
    adminId,
    at: ctx.now.toISOString(),
    facts: { ...facts },
    ...(email === undefined ? {} : { email }),
    ...(path === undefined ? {} : { path }),
  };
  await addToOutbox(tx, ctx, sendAdminNotice, payload);
}
