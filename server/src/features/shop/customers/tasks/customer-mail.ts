import { Type, type Static } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { countAttempt, forgetAttempt } from "../../../../lib/limits/attempts.ts";
import { linkWithToken } from "../../../../lib/http/link-base.ts";
import { sendSiteMail } from "../../../../lib/mails/send-site-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import type { Sql } from "../../../../ports/database.ts";
import { mailsAskedFor, mailsSent } from "../counted.ts";
import { customerMailKinds, customerSiteMail, isNotice, pageOf, type AboutCustomerMail } from "../customer-mail.ts";
import { hostedPageUrl, type HostedPageName } from "../hosted-address.ts";
import { issueMailedToken } from "../mailed-token.ts";

const Payload = Type.Object({
  siteId: Type.String(),
  mail: Type.Enum([...customerMailKinds]),
  customerId: Type.Optional(Type.String()),
  /** The address of the recipient, where it is not the account's present one or there is no id; null: the request named none. */
  email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** The address of the page that the link opens; absent or null: the site's own pages. */
  linkBase: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** The client of the request, as a digest. */
  client: Type.Optional(Type.String()),
});

type MailDeps = Pick<Deps, "sql" | "clock" | "ids" | "log" | "mailer" | "mailFrom" | "mailsPerClient" | "publicUrl">;

/** Emails of one kind to one address. */
const mailLimit = { max: 3, windowSeconds: 60 * 60 };

/**
 * Sends an email to a customer, if there is one and the email still makes sense. The token is made here, anew for each attempt, so that
 * none is stored and no mailed token is older than its email. Each kind is limited to three an hour per address; this many wait only while
 * the mail server is down, or a client tries addresses.
 */
export const sendCustomerMail = task(
  { name: "customer-mail", lane: "codes", waitingPerSite: 500, payload: Payload },
  ({ sql, clock, ids, log, mailer, mailFrom, mailsPerClient, publicUrl }: MailDeps) =>
    async (payload, attempt) => {
      const { siteId, mail, linkBase, client } = payload;
      const now = clock.now();
      const to = await readRecipient(sql, payload);
      if (!to || (mail === "verify-email" && to.isVerified)) return;

      // One client must not reach every address of the world either.
      if (attempt === 1 && client !== undefined && mailsPerClient !== undefined) {
        const limit = { max: mailsPerClient, windowSeconds: mailLimit.windowSeconds };
        if (!(await countAttempt(sql, siteId, `mails asked for by ${client}`, limit, now)).allowed) return;
      }
      // Requests and sent emails have the same limit: it also applies after a day without a mail server.
      const limits = [...(attempt === 1 ? [mailsAskedFor(mail, to.email)] : []), mailsSent(mail, to.email)];
      for (const what of limits) if (!(await countAttempt(sql, siteId, what, mailLimit, now)).allowed) return;

      let links: Pick<AboutCustomerMail, "link" | "spareLink" | "disownLink"> = { link: to.storefrontUrl, disownLink: null };
      if (!isNotice(mail)) {
        const token = await issueMailedToken(sql, { now, ids }, siteId, to.customerId, mail, mail === "change-email" ? to.email : null);
        const page = pageOf(mail);
        const hosted = (name: HostedPageName) => hostedPageUrl(publicUrl, to.siteSlug, name);
        const ownPage = to.storefrontUrl === null ? hosted(page) : `${to.storefrontUrl.replace(/\/+$/, "")}/${page}`;
        const link = linkWithToken(linkBase ?? ownPage, token);
        links = {
          link,
          // The client may have named a page of the site that ignores tokens, to keep the address's owner from theirs.
          spareLink: link.startsWith(hosted(page)) ? null : linkWithToken(hosted(page), token),
          disownLink: mail === "verify-email" ? linkWithToken(hosted("not-me"), token) : null,
        };
      }
      const addressed = { to: [to.email], texts: to.ownTexts };
      try {
        await sendSiteMail({ log, mailer, mailFrom }, siteId, to, customerSiteMail(mail, { ...to, ...links }), addressed);
      } catch (error) {
        await forgetAttempt(sql, siteId, mailsSent(mail, to.email));
        throw error;
      }
    },
);

/** The site and the customer of a mail. `email`: where it goes. */
interface Recipient {
  siteSlug: string;
  siteName: string;
  locale: string;
  storefrontUrl: string | null;
  senderName: string | null;
  /** The site's own texts of this mail, by locale. */
  ownTexts: unknown;
  customerId: string;
  email: string;
  firstName: string | null;
  isVerified: boolean;
}

async function readRecipient(sql: Sql, { siteId, mail, customerId, email }: Static<typeof Payload>): Promise<Recipient | undefined> {
  const [recipient] = await sql<Omit<Recipient, "email"> & { email: string | null }>`
    select
      sites.slug as "siteSlug",
      sites.name as "siteName",
      sites.default_locale as locale,
      sites.storefront_url as "storefrontUrl",
      sites.settings #>> '{mail,senderName}' as "senderName",
      sites.settings -> 'mails' -> ${mail} as "ownTexts",
      customers.id as "customerId",
      case ${mail}::text when 'change-email' then customers.new_email when 'email-change-requested' then ${email ?? null} else customers.email end as email,
      customers.first_name as "firstName",
      customers.email_verified_at is not null as "isVerified"
    from customers
    join sites on sites.id = customers.site_id
    where customers.site_id = ${siteId}
      and (customers.id = ${customerId ?? null}::uuid or customers.email = ${customerId === undefined ? (email ?? null) : null})
      and sites.suspended_at is null`;
  // A new address may have been withdrawn.
  return recipient && recipient.email !== null ? { ...recipient, email: recipient.email } : undefined;
}
