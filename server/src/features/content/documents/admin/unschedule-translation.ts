import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentIn, translationBase, TranslationParams } from "../drafts/document-address.ts";
import { lockDocument, translationIn, translationNotFound } from "../drafts/locked-document.ts";
import { removeSchedule } from "../drafts/schedules.ts";

/** Takes back what was planned for one locale. */
export const unscheduleTranslation = operation(
  {
    id: "unscheduleTranslation",
    method: "DELETE",
    path: `${translationBase}/schedule`,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound],
    tags: ["Content"],
    summary: "Take back what was planned",
    description: "The same answer if nothing is planned.",
    params: TranslationParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const { kind, id } = documentIn(params);
      await sql.begin(async (tx) => {
        const lockedTranslation = translationIn(await lockDocument(tx, site.id, kind, id), params.locale);
        await removeSchedule(tx, { now: clock.now(), ids }, site.id, lockedTranslation, {
          actor: actorOf(request),
          action: "unscheduleTranslation",
        });
      });
    },
);
