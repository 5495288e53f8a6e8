import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { GivenInstant, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { documentIn, translationBase, TranslationParams } from "../drafts/document-address.ts";
import { readTranslation, Translation } from "../drafts/document-view.ts";
import { demandRevision, lockDocument, translationIn, translationNotFound } from "../drafts/locked-document.ts";
import { checkPublications, draftToPublish, refuseErrors, publicationProblems } from "../publishing/publish.ts";
import { readPlan, saveSchedule } from "../drafts/schedules.ts";

const OptionalInstant = Type.Optional(Type.Union([GivenInstant, Type.Null()]));

/** Plans that one locale is published, or taken from the public, at a time. */
export const scheduleTranslation = operation(
  {
    id: "scheduleTranslation",
    method: "PUT",
    path: `${translationBase}/schedule`,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, ...publicationProblems],
    tags: ["Content"],
    summary: "Plan a publication, or its end",
    description:
      "The revision is frozen: what is edited later is not published with it. It must be ready for publication when it is planned. It happens within two " +
      "seconds of its time. If the draft is no longer valid at that time, nothing is published, and a mail tells the person who planned it. An absent time stays as planned, and `null` cancels it.",
    params: TranslationParams,
    body: Type.Object(
      {
        publishAt: OptionalInstant,
        unpublishAt: OptionalInstant,
        revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(Translation) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks" | "publicUrl">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const { kind, id } = documentIn(params);
      const { locale } = params;
      const ctx = { now: clock.now(), ids };
      const [publishAt, unpublishAt] = [instantOf(body.publishAt), instantOf(body.unpublishAt)];
      if (!publishAt && !unpublishAt) throw invalidMember("/publishAt", "required", "is required, or unpublishAt");
      for (const [name, at] of Object.entries({ publishAt, unpublishAt })) {
        if (at && at <= ctx.now) throw invalidMember(`/${name}`, "past", "must be in the future");
      }
      const translation = await sql.begin(async (tx) => {
        const lockedTranslation = translationIn(await lockDocument(tx, site.id, kind, id), locale);
        await demandRevision(tx, lockedTranslation, body.revision);
        const planned = await readPlan(tx, site.id, lockedTranslation.id, ctx.now);
        const times = {
          publishAt: body.publishAt === undefined ? (planned?.publishAt ?? null) : publishAt,
          unpublishAt: body.unpublishAt === undefined ? (planned?.unpublishAt ?? null) : unpublishAt,
        };
        if (times.publishAt && times.unpublishAt && times.unpublishAt <= times.publishAt) {
          throw invalidMember("/unpublishAt", "order", "must be after publishAt");
        }
        const item = draftToPublish(lockedTranslation);
        if (publishAt) {
          if (!item) throw invalidMember("/publishAt", "unchanged", "has nothing to publish: the draft is published already");
          refuseErrors([item], await checkPublications(tx, { contentChecks, publicUrl }, site, [item]));
        } else if (lockedTranslation.published === null && !times.publishAt)
          throw invalidMember("/unpublishAt", "unpublished", "has nothing to unpublish");
        await saveSchedule(
          tx,
          ctx,
          site.id,
          lockedTranslation,
          times,
          { actor: actorOf(request), action: "scheduleTranslation" },
          publishAt ? undefined : planned,
        );
        return readTranslation(tx, { contentChecks }, site.id, kind, { id, locale });
      });
      tagRevision(reply, translation.revision);
      return { data: translation };
    },
);

function instantOf(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : new Date(text);
}
