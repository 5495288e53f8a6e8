import { Type, type Static } from "typebox";
import type { Deps } from "../../../deps.ts";
import { countAttempt, forgetAttempt } from "../../../lib/limits/attempts.ts";
import { linkWithToken } from "../../../lib/http/link-base.ts";
import { task } from "../../../lib/tasks/task.ts";
import type { Sql } from "../../../ports/database.ts";
import { mailsAskedFor, mailsSent } from "../counted.ts";
import { customerMail, customerMailKinds, type AboutCustomerMail } from "../customer-mail.ts";
import { hostedPageUrl } from "../hosted-address.ts";
import { issueMailedToken } from "../mailed-token.ts";

const Payload = Type.Object({
  siteId: Type.String(),
  mail: Type.Enum([...customerMailKinds]),
  customerId: Type.Optional(Type.String()),
  /** Whoever has the address; null: nobody was named. */
  email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Where the link leads; absent or null: to the site's own pages. */
  linkBase: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Who asked for it, as a digest. */
  client: Type.Optional(Type.String()),
});

type MailDeps = Pick<Deps, "sql" | "clock" | "ids" | "mailer" | "mailFrom" | "mailsPerClient" | "publicUrl">;

/** Mails of one kind to one address. */
const mailLimit = { max: 3, windowSeconds: 60 * 60 };

/**
 * Sends a mail to a customer, if there is one and the mail makes sense by now. The token is made here, anew for each try,
 * so that none is stored and none that is mailed is older than its mail. Each is kept to three an hour by address; so many wait
 * only while the mail server is away, or somebody tries addresses.
 */
export const sendCustomerMail = task(
  { name: "customer-mail", lane: "codes", waitingPerSite: 500, payload: Payload },
  ({ sql, clock, ids, mailer, mailFrom, mailsPerClient, publicUrl }: MailDeps) =>
    async (payload, attempt) => {
      const { siteId, mail, linkBase, client } = payload;
      const now = clock.now();
      const to = await readRecipient(sql, payload);
      if (!to || (mail === "verify-email" && to.isVerified)) return;

      // Not every address of the world by one client either.
      if (attempt === 1 && client !== undefined && mailsPerClient !== undefined) {
        const limit = { max: mailsPerClient, windowSeconds: mailLimit.windowSeconds };
        if (!(await countAttempt(sql, siteId, `mails asked for by ${client}`, limit, now)).allowed) return;
      }
      // Asked for at most so often, and sent at most so often: after a day without a mail server, too.
      const limits = [...(attempt === 1 ? [mailsAskedFor(mail, to.email)] : []), mailsSent(mail, to.email)];
      for (const what of limits) if (!(await countAttempt(sql, siteId, what, mailLimit, now)).allowed) return;

      let links: Pick<AboutCustomerMail, "link" | "spareLink" | "disownLink"> = { link: to.storefrontUrl, disownLink: null };
      if (mail !== "password-changed") {
        const token = await issueMailedToken(sql, { now, ids }, siteId, to.customerId, mail);
        const hosted = (page: typeof mail | "not-me") => hostedPageUrl(publicUrl, to.siteSlug, page);
        const ownPage = to.storefrontUrl === null ? hosted(mail) : `${to.storefrontUrl.replace(/\/+$/, "")}/${mail}`;
        const link = linkWithToken(linkBase ?? ownPage, token);
        links = {
          link,
          // Whoever asked may have named a page of the site's that knows nothing of tokens, to keep the address's owner from theirs.
          spareLink: link.startsWith(hosted(mail)) ? null : linkWithToken(hosted(mail), token),
          disownLink: mail === "verify-email" ? linkWithToken(hosted("not-me"), token) : null,
        };
      }
      const { subject, text, html } = customerMail(mail, { ...to, ...links });
      const from = { name: to.senderName ?? to.siteName, address: mailFrom.address };
      try {
        await mailer.send({ to: to.email, from, subject, text, html });
      } catch (error) {
        await forgetAttempt(sql, siteId, mailsSent(mail, to.email));
        throw error;
      }
    },
);

interface Recipient {
  siteSlug: string;
  siteName: string;
  locale: string;
  storefrontUrl: string | null;
  senderName: string | null;
  customerId: string;
  email: string;
  firstName: string | null;
  isVerified: boolean;
}

async function readRecipient(sql: Sql, { siteId, customerId, email }: Static<typeof Payload>): Promise<Recipient | undefined> {
  const [recipient] = await sql<Recipient>`
    select
      sites.slug as "siteSlug",
      sites.name as "siteName",
      sites.default_locale as locale,
      sites.storefront_url as "storefrontUrl",
      sites.settings #>> '{mail,senderName}' as "senderName",
      customers.id as "customerId",
      customers.email,
      customers.first_name as "firstName",
      customers.email_verified_at is not null as "isVerified"
    from customers
    join sites on sites.id = customers.site_id
    where customers.site_id = ${siteId}
      and (customers.id = ${customerId ?? null}::uuid or customers.email = ${email ?? null})
      and sites.suspended_at is null`;
  return recipient;
}
