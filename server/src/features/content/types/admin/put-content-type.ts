import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { contentTypeNotFound } from "../../rendering/index.ts";
import { contentTypeKind, ContentTypeInput, EditedContentType } from "../content-types.ts";
import { documentsAffected, putType } from "../change-types.ts";
import { severalEntries } from "../single-types.ts";

/** Creates or replaces a content type. */
export const putContentType = operation(
  {
    id: "putContentType",
    method: "PUT",
    path: `${siteBase}/content-types/{type}`,
    access: "member",
    permission: "model:write",
    grows: true,
    conditional: "changeOrCreate",
    cors: "closed",
    problems: [contentTypeNotFound, documentsAffected, severalEntries],
    tags: ["Model"],
    summary: "Create or replace a content type",
    description:
      "A definition that makes published documents invalid is refused. With `force` they stay published, and are marked as invalid. " +
      "A type with several entries cannot become single.",
    params: Type.Object({ ...siteSlug, type: Type.String({ description: "Its name.", examples: ["news"] }) }),
    query: Type.Object({ force: Type.Optional(Type.Boolean()) }),
    body: ContentTypeInput,
    response: { 200: Single(EditedContentType), 201: Single(EditedContentType) },
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request, reply) => {
    const { params, query, body } = request;
    const change = { action: "putContentType", name: params.type, input: body, isForced: query.force === true };
    const { storedType: contentType, isNew } = await putType(deps, contentTypeKind, request, change);
    if (isNew) void reply.code(201);
    tagRevision(reply, contentType.revision);
    return { data: contentType };
  },
);
