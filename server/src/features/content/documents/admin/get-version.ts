import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { addressedTranslation } from "../drafts/addressed-translation.ts";
import { translationBase, TranslationParams } from "../drafts/document-address.ts";
import { Draft, shownDraft } from "../drafts/draft.ts";
import { translationNotFound } from "../drafts/locked-document.ts";
import { readVersion, VersionInfo, versionNotFound } from "../drafts/versions.ts";

/** One version with its content. */
export const getVersion = operation(
  {
    id: "getVersion",
    method: "GET",
    path: `${translationBase}/versions/{number}`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, versionNotFound],
    tags: ["Content"],
    summary: "Read a version",
    params: Type.Object({
      ...TranslationParams.properties,
      number: Type.String({ description: "The version's number.", examples: ["3"] }),
    }),
    response: { 200: Single(Type.Object({ ...VersionInfo, content: Draft }, { additionalProperties: false })) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }) => {
      const { kind, translationId } = await addressedTranslation(sql, site.id, params);
      const { info, draft } = await readVersion(sql, site.id, translationId, params.number);
      return { data: { ...info, content: shownDraft(kind, draft) } };
    },
);
