import { siteNotFound, ProblemError } from "../../../lib/http/problem.ts";
import type { MailTexts } from "../../../lib/mails/mail-text.ts";
import type { Sql } from "../../../ports/database.ts";

/** A site, as far as its mails need it. */
export interface MailSite {
  name: string;
  slug: string;
  defaultLocale: string;
  locales: readonly string[];
  storefrontUrl: string | null;
  currency: string;
  settings: {
    mail?: { senderName?: string };
    mails?: MailTexts;
    orders?: { confirmationMail?: boolean; notify?: readonly string[] };
    forms?: { notify?: readonly string[] };
  };
}

/** Throws `site_not_found` for a site that was deleted a moment ago. */
export async function readMailSite(sql: Sql, siteId: string): Promise<MailSite> {
  const [site] = await sql<MailSite>`
    select name, slug, default_locale as "defaultLocale", locales, storefront_url as "storefrontUrl", currency, settings
    from sites where id = ${siteId} and deleted_at is null`;
  if (!site) throw new ProblemError(siteNotFound);
  return site;
}
