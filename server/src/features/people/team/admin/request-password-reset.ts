import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { clientDigest } from "../../../../lib/http/client-address.ts";
import { Accepted } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { Email, givenEmail } from "../../../../lib/text/given-email.ts";
import { sendAdminLink } from "../tasks/admin-link.ts";

/** Mails a link to choose a new password. */
export const requestPasswordReset = operation(
  {
    id: "requestPasswordReset",
    method: "POST",
    path: `${adminBase}/password-reset`,
    access: "signIn",
    cors: "closed",
    limit: "credentials",
    problems: [],
    tags: ["Session"],
    summary: "Ask for a mail to choose a new password",
    description: "Answers the same whether or not there is such an account. At most three mails an hour go to an address.",
    body: Type.Object({ email: Email }, { additionalProperties: false }),
    response: { 202: Accepted },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async ({ client, body }) => {
      const email = givenEmail(body.email, "email");
      // One row for every request: the task looks up the account when it sends the mail, so that the time of the answer reveals nothing.
      await addToOutbox(sql, { now: clock.now(), ids }, sendAdminLink, { email, client: clientDigest(client) });
      return { data: { accepted: true as const } };
    },
);
