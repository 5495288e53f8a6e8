import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { discountBase, discountNotFound, DiscountParams, lockDiscount } from "../discount.ts";

/** Deletes a discount. */
export const deleteDiscount = operation(
  {
    id: "deleteDiscount",
    method: "DELETE",
    path: discountBase,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    cors: "closed",
    problems: [discountNotFound],
    tags: ["Discounts"],
    summary: "Delete a discount",
    description: "Its codes go with it. Orders keep what they cost. To keep it for later, replace it with `isActive: false`.",
    params: DiscountParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const ctx = { now: clock.now(), ids };
      await withLockedSite(sql, request.site.id, async (tx, site) => {
        const { id, code, title, revision } = await lockDiscount(tx, site.id, request.params.id, ctx.now);
        if (revision !== seenRevision(request)) throw await conflictAbout(tx, site.id, { type: "discount", id }, revision);
        await tx`delete from discounts where site_id = ${site.id} and id = ${id}`;
        const target = { type: "discount", id, label: code ?? title[site.defaultLocale] ?? "" };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "deleteDiscount", target, removes: true });
      });
    },
);
