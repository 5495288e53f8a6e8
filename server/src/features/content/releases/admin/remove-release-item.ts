import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { lockRelease, touchRelease } from "../lock-release.ts";
import { ItemParams, releaseBase } from "../release-address.ts";
import { releasePublished } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";

const releaseItemNotFound = problem("release_item_not_found", 404, "Item not found in the release");

/** Takes a translation out of a release. */
export const removeReleaseItem = operation(
  {
    id: "removeReleaseItem",
    method: "DELETE",
    path: `${releaseBase}/items/{translationId}`,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [releaseNotFound, releaseItemNotFound, releasePublished],
    tags: ["Releases"],
    summary: "Take a translation out of a release",
    params: ItemParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const { translationId } = params;
      const actor = actorOf(request);
      await sql.begin(async (tx) => {
        const release = await lockRelease(tx, site.id, params.id);
        const [removed] = isUuid(translationId)
          ? await tx<{ action: string }>`
              delete from release_items
              where site_id = ${site.id} and release_id = ${release.id} and translation_id = ${translationId}
              returning action`
          : [];
        if (!removed) throw new ProblemError(releaseItemNotFound);
        const changes = [{ member: `items.${translationId}`, from: removed.action }];
        await touchRelease(tx, { now: clock.now(), ids }, site.id, release, { actor, action: "removeReleaseItem", changes });
      });
    },
);
