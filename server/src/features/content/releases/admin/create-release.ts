import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { GivenInstant, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { readRelease } from "../read-release.ts";
import { releasesBase } from "../release-address.ts";
import { Release, releaseBounds, ReleaseName } from "../release.ts";

const tooManyReleases = problem("too_many_releases", 409, "The site has reached its limit of unpublished releases");

/** Makes a release that is still empty. */
export const createRelease = operation(
  {
    id: "createRelease",
    method: "POST",
    path: releasesBase,
    access: "member",
    permission: "content:publish",
    grows: true,
    cors: "closed",
    problems: [tooManyReleases],
    tags: ["Releases"],
    summary: "Make a release",
    description: `It is open, and empty. A site has ${releaseBounds.releases} at most that are not published.`,
    params: SiteParams,
    body: Type.Object(
      {
        name: ReleaseName,
        publishAt: Type.Optional(
          Type.Union([GivenInstant, Type.Null()], { description: "A wish, until the release is scheduled: `PATCH` with `state`." }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Single(Release) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { site, body } = request;
      const { name } = body;
      const publishAt = typeof body.publishAt === "string" ? new Date(body.publishAt) : null;
      const ctx = { now: clock.now(), ids };
      const actor = actorOf(request);
      const release = await sql.begin(async (tx) => {
        const id = ids.next();
        const [createdRelease] = await tx<{ id: string }>`
          insert into releases (site_id, id, name, state, publish_at, created_by, created_at, updated_at)
          select
            ${site.id}, ${id}, ${name}, 'OPEN', ${publishAt}::timestamptz, ${request.admin.id}::uuid,
            ${ctx.now}, ${ctx.now}
          where ${releaseBounds.releases} > (
            select count(*)::int from releases where site_id = ${site.id} and state <> 'PUBLISHED'
          )
          returning id`;
        if (!createdRelease) {
          const detail = `A site has ${releaseBounds.releases} at most. Publish or delete some.`;
          throw new ProblemError(tooManyReleases, { detail });
        }
        const target = { type: "release", id, label: name, revision: 1 };
        await recordChange(tx, ctx, {
          actor,
          siteId: site.id,
          action: "createRelease",
          target,
          changes: [{ member: "name", to: name }],
        });
        return readRelease(tx, site.id, id);
      });
      tagRevision(reply, release.revision);
      return { data: release };
    },
);
