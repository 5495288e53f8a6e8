import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { demandPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { lockRelease, touchRelease } from "../lock-release.ts";
import { readReleasedItems } from "../read-released-items.ts";
import { readReleaseChanges, readStagedChanges } from "../read-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { changeKinds, releaseBounds, ReleaseChange, releasePublished } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";
import type { Sql } from "../../../../ports/database.ts";
import { releaseFull } from "../save-item.ts";
import { checkChange } from "../stage-change.ts";

const SeenVariant = Type.Object({ sku: Type.String() }, { additionalProperties: true });

/** Stages a change of the shop. */
export const addReleaseChange = operation(
  {
    id: "addReleaseChange",
    method: "POST",
    path: `${releaseBase}/changes`,
    access: "member",
    permission: "content:publish",
    grows: true,
    cors: "closed",
    problems: [releaseNotFound, releasePublished, releaseFull, validationFailed, permissionMissing],
    tags: ["Releases"],
    summary: "Add a change of the shop to a release",
    description:
      "A JSON Merge Patch of a whole product, category or plan, in the members that bundles have; a list is replaced as a whole, but for variants: those that others " +
      "add or change until the release is published remain, unless the patch changes them, too. It is checked now, after the changes " +
      "of the same thing that the release has already, and again when it is published. The slug and the stock of variants that exist stay as they are. It needs " +
      "`catalog:write`, too. The `ETag` is that of the release.",
    params: ReleaseParams,
    body: Type.Object(
      {
        type: Type.Enum([...changeKinds]),
        id: Uuid,
        patch: Type.Record(Type.String(), Type.Unknown(), { description: 'Such as `{ "status": "ACTIVE" }`.' }),
        seenVariants: Type.Optional(
          Type.Array(SeenVariant, {
            description:
              "The variants that the author of the patch saw, as `/goods` shows them. Absent: those of now, after the earlier changes of the release.",
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Single(ReleaseChange) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      demandPermission(request.member, "catalog:write");
      const ctx = { now: clock.now(), ids };
      const publishing = { actor: actorOf(request), action: "addReleaseChange" };
      const { type, id: targetId, patch, seenVariants = null } = body;
      await checkChange(sql, ctx, site, params.id, { kind: type, targetId, patch, seenVariants }, publishing);
      const { change, revision } = await sql.begin(async (tx) => {
        const release = await lockRelease(tx, site.id, params.id);
        const id = ids.next();
        const seen = "variants" in patch ? (seenVariants ?? (await readVariants(tx, site.id, release.id, targetId))) : null;
        await tx`
          insert into release_changes (site_id, id, release_id, kind, target_id, patch, seen_variants, added_by, added_at)
          values (
            ${site.id}, ${id}, ${release.id}, ${type}, ${targetId}, ${JSON.stringify(patch)}::json,
            ${seen === null ? null : JSON.stringify(seen)}::json, ${request.admin.id}::uuid, ${ctx.now}
          )`;
        const [size] = await tx<{ changes: number; bytes: number }>`
          select count(*)::int as changes, coalesce(sum(octet_length(patch::text) + coalesce(octet_length(seen_variants::text), 0)), 0)::float8 as bytes
          from release_changes where site_id = ${site.id} and release_id = ${release.id}`;
        if (size && (size.changes > releaseBounds.changes || size.bytes > releaseBounds.changeBytes)) {
          const most = `${releaseBounds.changes} changes of the shop at most, with ${releaseBounds.changeBytes / 2 ** 20} MiB`;
          throw new ProblemError(releaseFull, { detail: `A release has ${most}. Make another one for the rest.` });
        }
        const changes = [{ member: `changes.${type}.${targetId}`, to: Object.keys(patch).sort().slice(0, 20).join(", ") }];
        const touched = await touchRelease(tx, ctx, site.id, release, { ...publishing, changes });
        const [saved] = await readReleaseChanges(tx, site.id, release.id, id);
        if (!saved) throw new Error("A change vanished while it was saved.");
        return { change: saved, revision: touched };
      });
      tagRevision(reply, revision);
      return { data: change };
    },
);

/** The variants of a product after the changes that a release has of it. */
async function readVariants(sql: Sql, siteId: string, releaseId: string, product: string): Promise<unknown> {
  const [item] = await readReleasedItems(sql, siteId, await readStagedChanges(sql, siteId, releaseId), [product]);
  return item?.after?.variants ?? null;
}
