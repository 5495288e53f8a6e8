import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { revisionConflictProblem, tagRevision } from "../../../../lib/http/revision.ts";
import { lockPublishedSite } from "../apply-release.ts";
import { demandShop } from "../require-catalog-permission.ts";
import { lockRelease } from "../lock-release.ts";
import { publishLocked, publishingLimits, releaseBlocked } from "../publish-release.ts";
import { readRelease } from "../read-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { Release, releasePublished } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";

/** Publishes exactly the revision of a release that was seen: all of it or nothing. */
export const publishRelease = operation(
  {
    id: "publishRelease",
    method: "POST",
    path: `${releaseBase}/publish`,
    access: "member",
    permission: "content:publish",
    grows: true,
    cors: "closed",
    problems: [releaseNotFound, releasePublished, releaseBlocked, revisionConflictProblem, permissionMissing],
    tags: ["Releases"],
    summary: "Publish a release",
    description:
      "In one moment: the public sees all of it or nothing. A plan of the release, and the plans of its translations, are taken back. With changes of the shop " +
      "it needs `catalog:write`, too.",
    params: ReleaseParams,
    body: Type.Object(
      { revision: Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: "The release's revision." }) },
      { additionalProperties: false },
    ),
    response: { 200: Single(Release) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks" | "publicUrl">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const publishing = { actor: actorOf(request), action: "publishRelease" };
      const release = await sql.begin(async (tx) => {
        const published = await lockPublishedSite(tx, site);
        const lockedRelease = await lockRelease(tx, site.id, params.id, body.revision);
        await demandShop(tx, request, lockedRelease.id);
        await publishLocked(tx, { now: clock.now(), ids }, { contentChecks, publicUrl }, published, lockedRelease, publishing);
        return readRelease(tx, site.id, lockedRelease.id);
      }, publishingLimits);
      tagRevision(reply, release.revision);
      return { data: release };
    },
);
