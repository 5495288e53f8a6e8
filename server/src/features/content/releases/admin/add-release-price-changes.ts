import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { demandPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";
import { distinctItems, SeenItems } from "../../../../lib/http/each-item.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { revisionConflictProblem, tagRevision } from "../../../../lib/http/revision.ts";
import { productNotFound } from "../../../shop/catalog/index.ts";
import { PriceChangeMembers, priceChangeOf } from "../../../shop/catalog-editing/index.ts";
import { lockRelease, touchRelease } from "../lock-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { ReleaseChange, releasePublished } from "../release.ts";
import { saveChanges } from "../save-changes.ts";
import { releaseFull } from "../save-item.ts";
import { pricesToStage } from "../stage-prices.ts";

const strict = { additionalProperties: false };

/** Stages a change of the prices of several products. */
export const addReleasePriceChanges = operation(
  {
    id: "addReleasePriceChanges",
    method: "POST",
    path: `${releaseBase}/price-changes`,
    access: "member",
    permission: "content:publish",
    grows: true,
    cors: "closed",
    problems: [
      ...[releaseNotFound, releasePublished, releaseFull, productNotFound],
      ...[revisionConflictProblem, validationFailed, permissionMissing],
    ],
    tags: ["Releases"],
    summary: "Change the prices of several products with a release",
    description:
      "Adds a change for each product: all, or none; a problem names its items. The release sets the prices of all variants to the present prices, changed by `percent` or " +
      "by `amount` and rounded as `POST S/products/bulk` does. A product whose prices the release changes so already gets no other change, so that you can send the " +
      "request again. It needs `catalog:write`, too. The `ETag` is that of the release.",
    params: ReleaseParams,
    body: Type.Object({ items: SeenItems, ...PriceChangeMembers }, strict),
    response: {
      201: Single(Type.Object({ changes: Type.Array(ReleaseChange, { description: "Those that were added." }) }, strict)),
    },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { site, params, body } = request;
      demandPermission(request.member, "catalog:write");
      const ctx = { now: clock.now(), ids };
      const publishing = { actor: actorOf(request), action: "addReleasePriceChanges" };
      const prices = { items: distinctItems(body.items), change: priceChangeOf(site, body) };
      const staged = await pricesToStage(sql, ctx, site, params.id, prices, publishing);
      const { changes, revision } = await sql.begin(async (tx) => {
        const release = await lockRelease(tx, site.id, params.id);
        if (staged.length === 0) return { changes: [], revision: release.revision };
        const saved = await saveChanges(tx, ctx, site.id, release, staged, request.admin.id);
        const recorded = [{ member: "changes", to: `prices of ${staged.length} products` }];
        return { changes: saved, revision: await touchRelease(tx, ctx, site.id, release, { ...publishing, changes: recorded }) };
      });
      tagRevision(reply, revision);
      return { data: { changes } };
    },
);
