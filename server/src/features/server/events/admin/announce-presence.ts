import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { recordPresence } from "../../../../lib/events/site-events.ts";
import { Uuid } from "../../../../lib/http/envelope.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError, tooMany } from "../../../../lib/http/problem.ts";

const presenceDocumentNotFound = problem("presence_document_not_found", 404, "Document not found");

/** Says that a person is at a document, to all who follow the events of the site. */
export const announcePresence = operation(
  {
    id: "announcePresence",
    method: "PUT",
    path: `${siteBase}/presence`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [presenceDocumentNotFound],
    tags: ["Sites"],
    summary: "Say that you are at a document",
    description: "Good for 30 seconds. The event `presence` tells the others.",
    params: SiteParams,
    body: Type.Object({ document: Uuid, locale: Type.String({ maxLength: 35 }) }, { additionalProperties: false }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async ({ site, admin, body: { document, locale } }) => {
      if (!site.locales.includes(locale)) throw invalidMember("/locale", "locale", "is not one of the site's locales");
      const [storedDocument] = await sql<{ id: string }>`select id from documents where site_id = ${site.id} and id = ${document}`;
      if (!storedDocument) throw new ProblemError(presenceDocumentNotFound);
      const isStored = await recordPresence(sql, { now: clock.now(), ids }, { siteId: site.id, document, locale, adminId: admin.id });
      if (!isStored) throw tooMany(30);
    },
);
