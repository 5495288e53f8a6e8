import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Nullable, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { listLocale, localeUnsupported, LocaleQuery } from "../../../../lib/text/locale.ts";
import { mailKindAt, mailKindNotFound, MailParams, mailsBase } from "../mail-address.ts";
import { readMailSite } from "../mail-site.ts";
import { showSampleMail } from "../sample-mails.ts";

export const MailPreview = Type.Object(
  {
    locale: Type.String(),
    own: Type.Boolean({ description: "Whether the mail is in the site's own words." }),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String({ description: "A whole document, without scripts." }),
    problem: Nullable(Type.String({ description: "Why the site's own text cannot be used, so that the server sends its own." })),
  },
  { $id: "MailPreview", additionalProperties: false },
);

/** Shows a mail of a site with sample values. */
export const previewMail = operation(
  {
    id: "previewMail",
    method: "GET",
    path: `${mailsBase}/{kind}/preview`,
    access: "member",
    permission: "settings:write",
    cors: "closed",
    problems: [mailKindNotFound, localeUnsupported],
    tags: ["Mails"],
    summary: "Preview a mail",
    description: "The mail as a recipient of the locale gets it, with sample values. Its links lead nowhere.",
    params: MailParams,
    query: LocaleQuery,
    response: { 200: Single(MailPreview) },
  },
  ({ sql, publicUrl }: Pick<Deps, "sql" | "publicUrl">) =>
    async (request) => {
      const kind = mailKindAt(request.params.kind);
      const site = await readMailSite(sql, request.site.id);
      const locale = listLocale(site, request.query.locale);
      return { data: { locale, ...showSampleMail(site, publicUrl, kind, locale) } };
    },
);
