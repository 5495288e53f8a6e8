import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List, Nullable } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { mailKinds, mailKindNames, type MailKind } from "../../../../lib/mails/mail-kinds.ts";
import { messages } from "../../../../lib/messages/index.ts";
import { languageOf } from "../../../../lib/text/language.ts";
import type { Sql } from "../../../../ports/database.ts";
import { mailsBase } from "../mail-address.ts";
import { readMailSite, type MailSite } from "../mail-site.ts";
import { samplePlaceholders, textProblem } from "../sample-mails.ts";

const object = <T extends Parameters<typeof Type.Object>[0]>(properties: T) => Type.Object(properties, { additionalProperties: false });

const SiteMailKind = Type.Object(
  {
    kind: Type.Enum([...mailKindNames]),
    to: Type.Enum(["customer", "buyer", "team"]),
    sentWhen: Type.String({ description: "A sentence." }),
    setting: Nullable(Type.String({ description: "The setting that switches the mail on. Null: the server always sends it." })),
    enabled: Type.Boolean({ description: "Whether the site sends the mail, by its settings." }),
    languages: Type.Array(Type.String(), {
      description: "The languages in which the server has a text.",
      examples: [["en", "de", "pt-BR"]],
    }),
    texts: Type.Array(
      object({
        locale: Type.String(),
        own: Type.Boolean({ description: "Whether the site has its own text in this locale." }),
        language: Type.String({ description: "The language of the server's text for this locale." }),
        problem: Nullable(
          Type.String({
            description: "Why the server sends its own text instead of the site's. Null unless the site's text cannot be used.",
          }),
        ),
      }),
      { description: "By locale of the site." },
    ),
    placeholders: Type.Array(
      object({
        name: Type.String({ description: "A text names it as `{name}`." }),
        description: Type.String(),
        required: Type.Boolean({ description: "Whether each body must name it." }),
        inSubject: Type.Boolean({ description: "Whether a subject may name it." }),
        sample: Type.String({ description: "A value of the kind that it has in mails. Previews use it." }),
      }),
    ),
  },
  { $id: "SiteMailKind", additionalProperties: false },
);

/** Lists the kinds of mails that a site sends. */
export const listMails = operation(
  {
    id: "listMails",
    method: "GET",
    path: mailsBase,
    access: "member",
    permission: "settings:write",
    cors: "closed",
    problems: [],
    tags: ["Mails"],
    summary: "List the mails that a site sends",
    description:
      "Every kind, on one page. Mails about signups and about the accounts of the team are not among them: they belong to the server. `PATCH S` stores the site's own texts, as " +
      "`settings.mails`.",
    params: SiteParams,
    response: { 200: List(SiteMailKind) },
  },
  ({ sql, publicUrl }: Pick<Deps, "sql" | "publicUrl">) =>
    async (request) => {
      const site = await readMailSite(sql, request.site.id);
      const hasFormRecipients = await readFormRecipients(sql, request.site.id, site);
      const data = mailKindNames.map((kind) => {
        const { to, sentWhen, setting } = mailKinds[kind];
        const texts = site.locales.map((locale) => {
          const text = site.settings.mails?.[kind]?.[locale];
          return { locale, own: text !== undefined, language: languageOf(locale), problem: text ? textProblem(kind, text) : null };
        });
        const placeholders = samplePlaceholders(site, publicUrl, kind);
        const enabled = isEnabled(kind, site, hasFormRecipients);
        return { kind, to, sentWhen, setting, enabled, languages: Object.keys(messages), texts, placeholders };
      });
      return { data, page: 1, pageSize: data.length, total: data.length };
    },
);

function isEnabled(kind: MailKind, { settings }: MailSite, hasFormRecipients: boolean): boolean {
  switch (mailKinds[kind].setting) {
    case "settings.orders.confirmationMail":
      return settings.orders?.confirmationMail ?? false;
    case "settings.orders.notify":
      return (settings.orders?.notify ?? []).length > 0;
    case "settings.forms.notify":
      return hasFormRecipients;
    case null:
      return true;
  }
}

/** Whether somebody gets a mail about submissions: by the settings, or by those of the plugin, which may be off. */
async function readFormRecipients(sql: Sql, siteId: string, { settings }: MailSite): Promise<boolean> {
  const [plugin] = await sql<{ enabled: boolean; notify: readonly string[] | null }>`
    select enabled, config -> 'notify' as notify from plugins where site_id = ${siteId} and plugin = 'svc.forms'`;
  return plugin?.enabled !== false && (settings.forms?.notify ?? []).length + (plugin?.notify ?? []).length > 0;
}
