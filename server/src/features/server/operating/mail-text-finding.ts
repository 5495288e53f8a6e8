import { mailKindNames } from "../../../lib/mails/mail-kinds.ts";
import { mailTextErrors, type MailTexts } from "../../../lib/mails/mail-text.ts";
import { noUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Finding } from "./work-findings.ts";

const sitesAtOnce = 100;
const mostNamed = 5;

/** Whether the own texts of sites can be rendered: an older version may have taken others. */
export async function mailTextFinding(sql: Sql): Promise<Finding> {
  const unusable: string[] = [];
  for (let last = noUuid; ;) {
    const sites = await sql<{ id: string; slug: string; mails: MailTexts }>`
      select id, slug, settings -> 'mails' as mails from sites
      where id > ${last} and settings -> 'mails' is not null and deleted_at is null
      order by id
      limit ${sitesAtOnce}`;
    for (const { slug, mails } of sites) {
      for (const kind of mailKindNames) {
        for (const [locale, text] of Object.entries(mails[kind] ?? {}))
          if (mailTextErrors(kind, text).length > 0) unusable.push(`${slug}: ${kind} in ${locale}`);
      }
    }
    if (sites.length < sitesAtOnce) break;
    last = sites.at(-1)?.id ?? last;
  }
  const named = unusable.slice(0, mostNamed).join("; ") + (unusable.length > mostNamed ? `; and ${unusable.length - mostNamed} more` : "");
  const detail =
    unusable.length === 0
      ? "every own text of a site can be used"
      : `${named}: the server sends its own texts instead. \`GET S/mails\` says why; the site's people must change them`;
  return { check: "mail texts", ok: unusable.length === 0, detail };
}
