import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentBase, documentIn, DocumentParams } from "../drafts/document-address.ts";
import { Document, readDocument } from "../drafts/document-view.ts";

/** A page or an entry with its drafts and what is published of it, in all locales. */
export const getDocument = operation(
  {
    id: "getDocument",
    method: "GET",
    path: documentBase,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [pageNotFound, entryNotFound],
    tags: ["Content"],
    summary: "Read a page or an entry with its drafts",
    params: DocumentParams,
    response: { 200: Single(Document) },
    unserialised: true,
  },
  ({ sql, contentChecks }: Pick<Deps, "sql" | "contentChecks">) =>
    async ({ site, params }, reply) => {
      const { kind, id } = documentIn(params);
      const document = await readDocument(sql, { contentChecks }, site.id, kind, id);
      tagRevision(reply, document.revision);
      return { data: document };
    },
);
