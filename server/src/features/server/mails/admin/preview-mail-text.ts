import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { demandPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, ProblemError } from "../../../../lib/http/problem.ts";
import type { MailKind } from "../../../../lib/mails/mail-kinds.ts";
import type { SiteMail } from "../../../../lib/mails/site-mail.ts";
import { listLocale, localeUnsupported } from "../../../../lib/text/locale.ts";
import type { Sql } from "../../../../ports/database.ts";
import { isOrderMail, orderMailOf, orderNotFound } from "../../../shop/orders/index.ts";
import { mailKindAt, mailKindNotFound, MailParams, mailsBase } from "../mail-address.ts";
import { readMailSite } from "../mail-site.ts";
import { showMailOf, showSampleMail } from "../sample-mails.ts";
import { refuseEmpty, TriedText, triedTextOf } from "../tried-text.ts";
import { MailPreview } from "./preview-mail.ts";

/** Shows a mail in a text that is not stored, or about an order of the site. It sends and stores nothing. */
export const previewMailText = operation(
  {
    id: "previewMailText",
    method: "POST",
    path: `${mailsBase}/{kind}/preview`,
    access: "member",
    permission: "settings:write",
    cors: "closed",
    problems: [mailKindNotFound, localeUnsupported, orderNotFound, permissionMissing],
    tags: ["Mails"],
    summary: "Preview a mail in a text that is not stored",
    description:
      "Like the preview of the stored text. Send `subject` and `body` together to try a text; the rules of stored texts hold. With `order`, the mail is about this paid order, which needs " +
      "`orders:read`; a shipment, a refund or a cancellation is made up.",
    params: MailParams,
    body: Type.Object(
      {
        ...TriedText,
        order: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "The id of a paid order. Only for mails about orders." })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(MailPreview) },
  },
  ({ sql, publicUrl }: Pick<Deps, "sql" | "publicUrl">) =>
    async (request) => {
      const { body } = request;
      const kind = mailKindAt(request.params.kind);
      const site = await readMailSite(sql, request.site.id);
      const locale = listLocale(site, body.locale);
      const text = triedTextOf(kind, body);
      if (body.order !== undefined) demandPermission(request.member, "orders:read");
      const mail =
        body.order === undefined ? undefined : await mailAbout(sql, kind, { siteId: request.site.id, orderId: body.order, locale });
      const shown = refuseEmpty(() => (mail ? showMailOf(site, mail, locale, text) : showSampleMail(site, publicUrl, kind, locale, text)));
      return { data: { locale, ...shown } };
    },
);

async function mailAbout(sql: Sql, kind: MailKind, of: { siteId: string; orderId: string; locale: string }): Promise<SiteMail> {
  if (!isOrderMail(kind)) throw invalidMember("/order", "unsupported", "is only for mails about orders");
  const mail = await orderMailOf(sql, kind, of);
  if (!mail) throw new ProblemError(orderNotFound);
  return mail;
}
