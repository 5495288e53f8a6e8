import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { revisionConflictProblem, tagRevision } from "../../../../lib/http/revision.ts";
import { lockTranslation, translationNotFound } from "../../documents/index.ts";
import { lockRelease, touchRelease } from "../lock-release.ts";
import { ItemParams, releaseBase } from "../release-address.ts";
import { itemActions, releaseBounds, ReleaseItem, releasePublished } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";
import { releaseFull, saveItem } from "../save-item.ts";
import { readReleaseItems } from "../read-release.ts";

/** Says what becomes of a translation with a release. */
export const putReleaseItem = operation(
  {
    id: "putReleaseItem",
    method: "PUT",
    path: `${releaseBase}/items/{translationId}`,
    access: "member",
    permission: "content:publish",
    grows: true,
    cors: "closed",
    problems: [releaseNotFound, releasePublished, releaseFull, translationNotFound, revisionConflictProblem, validationFailed],
    tags: ["Releases"],
    summary: "Add a translation to a release, or change what becomes of it",
    description:
      `\`PUBLISH\` freezes the draft at this revision: later edits are not published with it. It may still be incomplete; a check tells. A release has ` +
      `${releaseBounds.items} items at most. The \`ETag\` is that of the release.`,
    params: ItemParams,
    body: Type.Object(
      {
        action: Type.Enum([...itemActions]),
        revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: "The translation's revision." }),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(ReleaseItem) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const ctx = { now: clock.now(), ids };
      const actor = actorOf(request);
      const { item, revision } = await sql.begin(async (tx) => {
        const release = await lockRelease(tx, site.id, params.id);
        const translation = await lockTranslation(tx, site.id, params.translationId, body.revision);
        await saveItem(tx, ctx, site.id, release, translation, { action: body.action, adminId: request.admin.id });
        const changes = [{ member: `items.${translation.id}`, to: body.action }];
        const touched = await touchRelease(tx, ctx, site.id, release, { actor, action: "putReleaseItem", changes });
        const [saved] = await readReleaseItems(tx, site.id, release.id, translation.id);
        if (!saved) throw new Error("An item vanished while it was saved.");
        return { item: saved, revision: touched };
      });
      tagRevision(reply, revision);
      return { data: item };
    },
);
