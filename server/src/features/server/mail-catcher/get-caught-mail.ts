import { Type } from "typebox";
import { html, type Html } from "../../../lib/text/html.ts";
import { operation } from "../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import type { CaughtMail } from "../../../ports/mailer.ts";
import { catcherPage, catcherPolicy, mailPath, timeText, type CatcherDeps } from "./catcher-page.ts";
import { withLinks } from "./links.ts";
import { requireOwnHost } from "../../../lib/http/own-host.ts";

const mailNotFound = problem("mail_not_found", 404, "Mail not found, or it has been discarded");

/** One caught email as a reader sees it: its text, and its HTML in a frame that permits nothing but viewing. */
export const getCaughtMail = operation(
  {
    id: "getCaughtMail",
    method: "GET",
    path: "/dev/mail/{id}",
    access: "none",
    cors: "closed",
    problems: [mailNotFound],
    tags: ["Operating"],
    summary: "One caught mail",
    params: Type.Object({ id: Type.String() }),
  },
  ({ caughtMails, publicUrl }: CatcherDeps) => {
    const path = mailPath(publicUrl);
    const policy = catcherPolicy("of a mail");
    return async (request, reply) => {
      requireOwnHost(request, publicUrl);
      const mail = caughtMails.find(request.params.id);
      if (!mail) throw new ProblemError(mailNotFound);
      return reply
        .header("content-security-policy", policy)
        .type("text/html; charset=utf-8")
        .send(catcherPage(`${mail.subject || "(no subject)"} – caught mail`, page(mail, path)));
    };
  },
);

function page({ subject, from, to, alsoTo = [], replyTo, caughtAt, text, html: markup }: CaughtMail, path: string): Html {
  return html`<header>
      <nav class="back" aria-label="Back"><a href="${path}">← All caught mails</a></nav>
    </header>
    <main>
      <h1>${subject || "(no subject)"}</h1>
      <p class="note">This mail was <strong>not sent</strong>. Its links work.</p>
      <dl class="sheet">
        <dt>From</dt>
        <dd>${from.name} &lt;${from.address}&gt;</dd>
        <dt>To</dt>
        <dd>${[to, ...alsoTo].join(", ")}</dd>
        ${
          replyTo !== undefined &&
          html`<dt>Reply to</dt>
            <dd>${replyTo}</dd>`
        }
        <dt>Subject</dt>
        <dd>${subject}</dd>
        <dt>Time</dt>
        <dd><time datetime="${caughtAt}">${timeText(caughtAt)}</time> UTC</dd>
      </dl>
      <h2 id="text">Text</h2>
      <section class="sheet" aria-labelledby="text"><pre>${withLinks(text)}</pre></section>
      <h2 id="html">HTML</h2>
      <section class="sheet" aria-labelledby="html">
        <iframe title="The HTML of the mail" sandbox="allow-top-navigation-by-user-activation" srcdoc="${inFrame(markup)}"></iframe>
      </section>
    </main>`;
}

/** First in the document, so that no part of the email can override it: links leave the frame, which could not show their targets. */
function inFrame(markup: string): string {
  return `<!doctype html><base target="_top">${markup}`;
}
