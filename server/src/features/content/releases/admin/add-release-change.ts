import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { demandPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { lockRelease, touchRelease } from "../lock-release.ts";
import { readReleasedItems } from "../read-released-items.ts";
import { readStagedChanges } from "../read-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { changeKinds, ReleaseChange, SeenVariants, releasePublished } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { SeenVariant } from "../../bundle/index.ts";
import { saveChanges } from "../save-changes.ts";
import { releaseFull } from "../save-item.ts";
import { checkChange } from "../stage-change.ts";

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
          SeenVariants(
            "The variants that the author of the patch saw, as `/goods` shows them. Absent: those of now, after the earlier changes of the release.",
          ),
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
        const seen = "variants" in patch ? (seenVariants ?? (await readVariants(tx, site.id, release.id, targetId))) : null;
        const staged = { kind: type, targetId, patch, seenVariants: seen };
        const [saved] = await saveChanges(tx, ctx, site.id, release, [staged], request.admin.id);
        if (!saved) throw new Error("A change vanished while it was saved.");
        const changes = [{ member: `changes.${type}.${targetId}`, to: Object.keys(patch).sort().slice(0, 20).join(", ") }];
        const touched = await touchRelease(tx, ctx, site.id, release, { ...publishing, changes });
        return { change: saved, revision: touched };
      });
      tagRevision(reply, revision);
      return { data: change };
    },
);

/** The variants of a product after the changes that a release has of it. */
async function readVariants(sql: Sql, siteId: string, releaseId: string, product: string): Promise<readonly SeenVariant[] | null> {
  const [item] = await readReleasedItems(sql, siteId, await readStagedChanges(sql, siteId, releaseId), [product]);
  return (item?.after?.variants as readonly SeenVariant[] | undefined) ?? null;
}
