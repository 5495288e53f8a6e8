import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import type { Deps } from "../../deps.ts";
import { countAttempt } from "../../lib/attempts.ts";
import { linkWithToken } from "../../lib/link-base.ts";
import type { Task } from "../../lib/outbox.ts";
import type { Sql } from "../../ports/database.ts";
import { customerMail } from "./customer-mail.ts";
import { hostedPageUrl } from "./hosted-address.ts";
import { issueMailedToken } from "./mailed-token.ts";

const Payload = Type.Object({
  siteId: Type.String(),
  mail: Type.Enum(["verify-email", "reset-password", "password-changed"]),
  customerId: Type.Optional(Type.String()),
  /** Whoever has the address; null: nobody was named. */
  email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Where the link leads; absent or null: to the site's own pages. */
  linkBase: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const payloadCheck = Compile(Payload);

/** Mails of one kind to one address. */
const mailLimit = { max: 3, windowSeconds: 60 * 60 };

/**
 * Sends a mail to a customer, if there is one and the mail makes sense by now. The token is made here, anew for each try,
 * so that none is stored and none that is mailed is older than its mail.
 */
export async function sendCustomerMail(
  { sql, clock, ids, mailer, mailFrom, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "mailer" | "mailFrom" | "publicUrl">,
  { payload, attempt }: Task,
): Promise<void> {
  if (!payloadCheck.Check(payload)) throw new Error("Not the payload of a mail to a customer.");
  const { siteId, mail, linkBase } = payload;
  const now = clock.now();
  const to = await readRecipient(sql, payload);
  if (!to || (mail === "verify-email" && to.isVerified)) return;

  let link: string | null = to.storefrontUrl;
  let disownLink: string | null = null;
  if (mail !== "password-changed") {
    // Counted once, however often a mail server must be asked.
    const { allowed } = attempt === 1 ? await countAttempt(sql, siteId, `mail ${mail} to ${to.email}`, mailLimit, now) : { allowed: true };
    if (!allowed) return;
    const token = await issueMailedToken(sql, { now, ids }, siteId, to.customerId, mail);
    const hosted = (page: typeof mail | "not-me") => hostedPageUrl(publicUrl, to.siteSlug, page);
    const ownPage = to.storefrontUrl === null ? hosted(mail) : `${to.storefrontUrl.replace(/\/+$/, "")}/${mail}`;
    link = linkWithToken(linkBase ?? ownPage, token);
    disownLink = mail === "verify-email" ? linkWithToken(hosted("not-me"), token) : null;
  }
  const { subject, text, html } = customerMail(mail, { ...to, link, disownLink });
  await mailer.send({ to: to.email, from: { name: to.senderName ?? to.siteName, address: mailFrom.address }, subject, text, html });
}

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
