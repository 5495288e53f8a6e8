import type { FastifyReply, FastifyRequest } from "fastify";
import { html, type Html } from "../../../lib/text/html.ts";
import { operation, type OperationSpec } from "../../../lib/http/operation.ts";
import { jsonMediaType, varyHeader } from "../../../lib/http/response-headers.ts";
import type { CaughtMail, CaughtMails } from "../../../ports/mailer.ts";
import { catcherPage, catcherPolicy, mailPath, timeText, type CatcherDeps } from "./catcher-page.ts";
import { linksIn } from "./links.ts";
import { requireOwnHost } from "../../../lib/http/own-host.ts";

const words = (id: string, path: string, summary: string) =>
  ({ id, path, summary, method: "GET", access: "none", cors: "closed", problems: [], tags: ["Operating"] }) satisfies OperationSpec;

/** The caught emails, newest first: a page for people, JSON for programs. Only for development. */
export const listCaughtMails = operation(
  words("listCaughtMails", "/dev/mail", "The caught mails"),
  ({ caughtMails, publicUrl }: CatcherDeps) => {
    const path = mailPath(publicUrl);
    const policy = catcherPolicy("own");
    return async (request, reply) => {
      requireOwnHost(request, publicUrl);
      void reply.header("vary", `${varyHeader}, accept`);
      if (prefersJson(request)) return sendJson(reply, caughtMails);
      return reply
        .header("content-security-policy", policy)
        .type("text/html; charset=utf-8")
        .send(catcherPage("Caught mails", list(caughtMails.list(), path)));
    };
  },
);

export const listCaughtMailsJson = operation(
  words("listCaughtMailsJson", "/dev/mail.json", "The caught mails, as JSON"),
  ({ caughtMails, publicUrl }: CatcherDeps) =>
    async (request, reply) => {
      requireOwnHost(request, publicUrl);
      return sendJson(reply, caughtMails);
    },
);

function sendJson(reply: FastifyReply, caughtMails: CaughtMails): FastifyReply {
  const data = caughtMails.list().map(({ id, caughtAt, to, alsoTo, from, replyTo, subject, text, html: markup }) => {
    return { id, caughtAt, to, alsoTo, from, replyTo, subject, text, html: markup, links: linksIn(text) };
  });
  return reply.type(jsonMediaType).send(JSON.stringify({ data, page: 1, pageSize: Math.max(data.length, 1), total: data.length }));
}

/** True when the Accept header wants JSON more than HTML (RFC 9110 §12.5.1). */
function prefersJson({ headers }: FastifyRequest): boolean {
  const weights = new Map(
    (headers.accept ?? "*/*").split(",").map((part) => {
      const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [type, quality === undefined ? 1 : Number(quality) || 0];
    }),
  );
  const weight = (type: string, range: string) => weights.get(type) ?? weights.get(range) ?? weights.get("*/*") ?? 0;
  return weight("application/json", "application/*") > weight("text/html", "text/*");
}

function list(mails: CaughtMail[], path: string): Html {
  return html`<main>
    <h1>Caught mails</h1>
    <p class="note">These mails were <strong>not sent</strong>: the server runs with its mail-catcher, and they reached nobody.</p>
    ${mails.length === 0 ? empty : table(mails, path)}
    <p class="soft">For programs: <a href="${path}.json">the same as JSON</a>. The newest 500 are kept.</p>
  </main>`;
}

const empty = html`<div class="sheet empty">
  <p class="first">No mail yet</p>
  <p>Register a customer, or ask for a new password, and load this page again.</p>
</div>`;

// With explicit roles, because narrow screens show the rows as blocks, and browsers then forget that this is a table.
function table(mails: CaughtMail[], path: string): Html {
  return html`<div class="sheet">
    <table role="table">
      <caption>
        ${mails.length === 1 ? "1 mail" : `${mails.length} mails, newest first`}; times in UTC
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Subject</th>
          <th role="columnheader" scope="col">To</th>
          <th role="columnheader" scope="col">From</th>
          <th role="columnheader" scope="col">Time</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${mails.map(
          ({ id, to, alsoTo = [], from, subject, caughtAt }) =>
            html`<tr role="row">
              <th role="rowheader" scope="row"><a href="${path}/${id}">${subject || "(no subject)"}</a></th>
              <td role="cell" data-name="to">${[to, ...alsoTo].join(", ")}</td>
              <td role="cell" data-name="from">${from.name || from.address}</td>
              <td role="cell" class="time"><time datetime="${caughtAt}">${timeText(caughtAt)}</time></td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}
