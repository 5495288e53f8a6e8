import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { Email, emailTaken } from "../../../../lib/text/given-email.ts";
import { checkLinkBase, LinkBase, Warnings } from "../../../../lib/http/link-base.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { demandRoom, siteFull } from "../../../server/sites/index.ts";
import { sendCustomerMail } from "../tasks/customer-mail.ts";
import { blankAsNull, Customer, customerOf, details, emailOf, type CustomerRow } from "../customer.ts";
import { recordAccountEvent } from "../account-event.ts";
import { NewPassword, normalPassword, refuseCommonPassword } from "../../../../lib/secrets/password.ts";

const Registered = Type.Object({ ...Customer.properties, warnings: Type.Optional(Warnings) }, { additionalProperties: false });

/** Makes a customer account, and sends an email with a link that confirms its address. */
export const registerCustomer = operation(
  {
    id: "registerCustomer",
    method: "POST",
    path: "/api/v1/shop/auth/register",
    access: "key",
    cors: "site",
    limit: "credentials",
    problems: [emailTaken, siteFull],
    tags: ["Customers"],
    summary: "Register a customer",
    description: "Mails a link that confirms the address. Nobody is signed in by it.",
    body: Type.Object({ email: Email, password: NewPassword, ...details, verifyUrlBase: Type.Optional(LinkBase) }),
    response: { 201: Single(Registered) },
  },
  ({ sql, clock, ids, passwords, dataQuotaMb }: Pick<Deps, "sql" | "clock" | "ids" | "passwords" | "dataQuotaMb">) =>
    async ({ site, client, body }) => {
      const email = emailOf(body.email);
      refuseCommonPassword(body.password, email, "/password");
      const link = body.verifyUrlBase === undefined ? undefined : checkLinkBase(body.verifyUrlBase, "/verifyUrlBase", site.allowsLink);
      await demandRoom(sql, dataQuotaMb, site.id);
      const passwordHash = await passwords.turn({ group: site.id, client }, ({ hash }) => hash(normalPassword(body.password)));
      const ctx = { now: clock.now(), ids };
      const customer = await sql.begin(async (tx) => {
        const [created] = await tx<CustomerRow>`
          insert into customers (site_id, id, email, password_hash, first_name, last_name, phone, created_at, updated_at)
          values (
            ${site.id}, ${ids.next()}, ${email}, ${passwordHash}, ${blankAsNull(body.firstName)}, ${blankAsNull(body.lastName)},
            ${blankAsNull(body.phone)}, ${ctx.now}, ${ctx.now}
          )
          on conflict (site_id, email) do nothing
          returning
            id, email, first_name as "firstName", last_name as "lastName", phone,
            email_verified_at is not null as "emailVerified", created_at as "createdAt", updated_at as "updatedAt"`;
        if (!created) throw new ProblemError(emailTaken);
        const mail = { siteId: site.id, mail: "verify-email" as const, customerId: created.id, linkBase: link?.base ?? null };
        await addToOutbox(tx, ctx, sendCustomerMail, mail);
        await recordAccountEvent(tx, ctx, site.id, "customer.registered", created);
        return customerOf(created);
      });
      const warnings = link?.warnings ?? [];
      return { data: { ...customer, ...(warnings.length > 0 ? { warnings } : {}) } };
    },
);
