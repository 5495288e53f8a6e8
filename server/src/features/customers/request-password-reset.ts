import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { clientDigest } from "../../lib/client-address.ts";
import { Single } from "../../lib/envelope.ts";
import { Email } from "../../lib/given-email.ts";
import { checkLinkBase, LinkBase } from "../../lib/link-base.ts";
import type { App } from "../../lib/operation.ts";
import { addToOutbox } from "../../lib/outbox.ts";
import { Accepted, emailOf } from "./customer.ts";

/** Mails a link with which a new password can be chosen. */
export function requestPasswordReset(app: App, { sql, clock, ids }: Deps): void {
  app.post(
    "/auth/request-password-reset",
    {
      schema: {
        operationId: "requestPasswordReset",
        tags: ["Customers"],
        summary: "Ask for a mail to choose a new password",
        description: "Answers the same whether or not there is such a customer. At most three mails an hour go to an address.",
        body: Type.Object({ email: Email, resetUrlBase: LinkBase }),
        response: { 200: Single(Accepted) },
      },
      config: { access: "key", cors: "site", limit: "credentials", problems: [] },
    },
    async ({ site, client, body }) => {
      const { base, warnings } = checkLinkBase(body.resetUrlBase, "/resetUrlBase", site.allowsLink);
      const email = emailOf(body.email);
      // One row for everybody: whether there is a customer is looked up by whoever sends the mail, where no answer waits.
      const mail = { siteId: site.id, mail: "reset-password", email, linkBase: base, client: clientDigest(client) };
      await addToOutbox(sql, { now: clock.now(), ids }, "customer-mail", mail);
      return { data: { accepted: true as const, ...(warnings.length > 0 ? { warnings } : {}) } };
    },
  );
}
