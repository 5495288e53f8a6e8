import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { lockRelease } from "../lock-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { releasePublished } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";

/** Deletes a release that was not published. Drafts and the shop stay as they are. */
export const deleteRelease = operation(
  {
    id: "deleteRelease",
    method: "DELETE",
    path: releaseBase,
    access: "member",
    permission: "content:publish",
    conditional: "change",
    cors: "closed",
    problems: [releaseNotFound, releasePublished],
    tags: ["Releases"],
    summary: "Delete a release",
    description: "With its plan. The drafts and the shop stay as they are. A published release stays.",
    params: ReleaseParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const actor = actorOf(request);
      await sql.begin(async (tx) => {
        const { id, name } = await lockRelease(tx, site.id, params.id, seenRevision(request));
        await tx`delete from releases where site_id = ${site.id} and id = ${id}`;
        const target = { type: "release", id, label: name };
        await recordChange(tx, { now: clock.now(), ids }, { actor, siteId: site.id, action: "deleteRelease", target, removes: true });
      });
    },
);
