import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { GivenInstant, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { demandShop } from "../require-catalog-permission.ts";
import { lockRelease, type LockedRelease } from "../lock-release.ts";
import { findProblems, refuseBlocked, releaseBlocked } from "../publish-release.ts";
import { readRelease } from "../read-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { Release, ReleaseName, releasePublished } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";

const Patch = Type.Object(
  {
    name: Type.Optional(ReleaseName),
    publishAt: Type.Optional(Type.Union([GivenInstant, Type.Null()])),
    state: Type.Optional(
      Type.Enum(["OPEN", "SCHEDULED"], { description: "`SCHEDULED` plans it for `publishAt`; `OPEN` takes the plan back." }),
    ),
    revision: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

/** Renames a release, plans it, or takes a plan back. */
export const updateRelease = operation(
  {
    id: "updateRelease",
    method: "PATCH",
    path: releaseBase,
    access: "member",
    permission: "content:publish",
    conditional: "change",
    cors: "closed",
    problems: [releaseNotFound, releasePublished, releaseBlocked, validationFailed, permissionMissing],
    tags: ["Releases"],
    summary: "Rename or plan a release",
    description:
      "It must be ready for publication when it is planned: `release_blocked` says what is not. It is published within two seconds of `publishAt`; if something " +
      "blocks it at that time, nothing is published, its state becomes `FAILED`, and a mail tells the person who planned it. With changes of the shop, planning " +
      "needs `catalog:write`, too.",
    params: ReleaseParams,
    body: Patch,
    response: { 200: Single(Release) },
    unserialised: true,
  },
  ({ sql, clock, ids, contentChecks, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks" | "publicUrl">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      const seen = seenRevision(request, body.revision);
      const ctx = { now: clock.now(), ids };
      const publishing = { actor: actorOf(request), action: "updateRelease" };
      /** The release after the change. Throws what is wrong with it. */
      const planned = ({ name, publishAt, state }: LockedRelease) => {
        const after = {
          name: body.name ?? name,
          publishAt: instantOf(body.publishAt, publishAt),
          state: body.state ?? state,
        };
        const isPlan = after.state === "SCHEDULED" && (body.state !== undefined || body.publishAt !== undefined);
        if (isPlan && !after.publishAt) throw invalidMember("/publishAt", "required", "is required for a plan");
        if (isPlan && after.publishAt && after.publishAt <= ctx.now) throw invalidMember("/publishAt", "past", "must be in the future");
        return { ...after, isPlan };
      };
      const isReadied = await sql.begin(async (tx) => {
        const lockedRelease = await lockRelease(tx, site.id, params.id, seen);
        const { isPlan } = planned(lockedRelease);
        if (isPlan) await demandShop(tx, request, lockedRelease.id);
        return isPlan;
      });
      if (isReadied) refuseBlocked(await findProblems({ sql, clock, ids, contentChecks, publicUrl }, site, params.id, publishing));
      const release = await sql.begin(async (tx) => {
        const before = await lockRelease(tx, site.id, params.id, seen);
        const { name, publishAt, state, isPlan } = planned(before);
        await tx`
          update releases set
            name = ${name},
            publish_at = ${publishAt}::timestamptz,
            state = ${state},
            failure = case when ${state} = 'FAILED' then failure end,
            scheduled_by = case when ${isPlan} then ${request.admin.id}::uuid else scheduled_by end,
            updated_at = ${ctx.now},
            revision = revision + 1
          where site_id = ${site.id} and id = ${before.id}`;
        const instant = (at: Date | null) => at?.toISOString() ?? null;
        const changes = [
          ...(name === before.name ? [] : [{ member: "name", from: before.name, to: name }]),
          ...(state === before.state ? [] : [{ member: "state", from: before.state, to: state }]),
          ...(instant(publishAt) === instant(before.publishAt)
            ? []
            : [{ member: "publishAt", from: instant(before.publishAt), to: instant(publishAt) }]),
        ];
        const target = { type: "release", id: before.id, label: name, revision: before.revision + 1 };
        await recordChange(tx, ctx, { ...publishing, siteId: site.id, target, changes });
        return readRelease(tx, site.id, before.id);
      });
      tagRevision(reply, release.revision);
      return { data: release };
    },
);

function instantOf(text: string | null | undefined, before: Date | null): Date | null {
  if (text === undefined) return before;
  return text === null ? null : new Date(text);
}
