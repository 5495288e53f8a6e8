import type { Deps } from "../../../../deps.ts";
import { demandPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { lockRelease, touchRelease } from "../lock-release.ts";
import { ChangeParams, releaseBase } from "../release-address.ts";
import { releasePublished } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";

const releaseChangeNotFound = problem("release_change_not_found", 404, "Change not found in the release");

/** Takes a staged change of the shop back. */
export const removeReleaseChange = operation(
  {
    id: "removeReleaseChange",
    method: "DELETE",
    path: `${releaseBase}/changes/{changeId}`,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [releaseNotFound, releaseChangeNotFound, releasePublished, permissionMissing],
    tags: ["Releases"],
    summary: "Take a change of the shop out of a release",
    description: "It needs `catalog:write`, too.",
    params: ChangeParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const { changeId } = params;
      demandPermission(request.member, "catalog:write");
      const actor = actorOf(request);
      await sql.begin(async (tx) => {
        const release = await lockRelease(tx, site.id, params.id);
        const [removed] = isUuid(changeId)
          ? await tx<{ kind: string; targetId: string }>`
              delete from release_changes
              where site_id = ${site.id} and release_id = ${release.id} and id = ${changeId}
              returning kind, target_id as "targetId"`
          : [];
        if (!removed) throw new ProblemError(releaseChangeNotFound);
        const changes = [{ member: `changes.${removed.kind}.${removed.targetId}` }];
        await touchRelease(tx, { now: clock.now(), ids }, site.id, release, { actor, action: "removeReleaseChange", changes });
      });
    },
);
