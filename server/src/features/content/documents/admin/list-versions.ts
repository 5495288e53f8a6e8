import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { addressedTranslation } from "../drafts/addressed-translation.ts";
import { translationBase, TranslationParams } from "../drafts/document-address.ts";
import { translationNotFound } from "../drafts/locked-document.ts";
import { listVersionsOf, VersionInfo, versionKinds } from "../drafts/versions.ts";

/** Lists what was published of one locale, and the drafts that others overwrote. */
export const listVersions = operation(
  {
    id: "listVersions",
    method: "GET",
    path: `${translationBase}/versions`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound],
    tags: ["Content"],
    summary: "List the versions of one locale, the latest first",
    params: TranslationParams,
    query: Type.Object({ ...pagingParameters(50), kind: Type.Optional(Type.Enum([...versionKinds])) }),
    response: { 200: List(Type.Object(VersionInfo, { additionalProperties: false })) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query }, reply) => {
      const paging = pagingOf(query);
      const { translationId } = await addressedTranslation(sql, site.id, params);
      const { versions, total } = await listVersionsOf(sql, site.id, translationId, query.kind, paging);
      return answerPage(reply, query, paging, versions, total);
    },
);
