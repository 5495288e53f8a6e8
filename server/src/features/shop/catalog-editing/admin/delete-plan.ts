import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { raiseVersions, withLockedSite } from "../../../server/sites/index.ts";
import { planNotFound, removePlan } from "../../catalog/index.ts";
import { planBase, PlanParams } from "../plan-body.ts";
import { lockSeenPlan } from "../save-plan.ts";

/** Deletes a plan. */
export const deletePlan = operation(
  {
    id: "deletePlan",
    method: "DELETE",
    path: planBase,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    cors: "closed",
    problems: [planNotFound],
    tags: ["Catalogue"],
    summary: "Delete a plan",
    description: "The public list loses it within a second. To keep it for later, replace it with the status `INACTIVE`.",
    params: PlanParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const ctx = { now: clock.now(), ids, touched: new Set<string>() };
      await withLockedSite(sql, request.site.id, async (tx, site) => {
        const { id, name } = await lockSeenPlan(tx, site.id, request.params.id, seenRevision(request));
        await removePlan(tx, ctx, site.id, id);
        await raiseVersions(tx, ctx, site.id, { catalog: true }, ctx.touched);
        const target = { type: "plan", id, label: name };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "deletePlan", target, removes: true });
      });
    },
);
