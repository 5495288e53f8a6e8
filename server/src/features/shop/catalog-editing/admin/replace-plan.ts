import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { EditedPlan, planNotFound } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { planBase, PlanBody, PlanParams } from "../plan-body.ts";
import { lockSeenPlan, savePlan } from "../save-plan.ts";

/** Replaces a whole plan. */
export const replacePlan = operation(
  {
    id: "replacePlan",
    method: "PUT",
    path: planBase,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    grows: true,
    cors: "closed",
    problems: [planNotFound, validationFailed],
    tags: ["Catalogue"],
    summary: "Replace a plan",
    description:
      "The whole plan by the rules of an import: members that are absent get their defaults. The slug stays, because it names the plan in bundles. " +
      "`INACTIVE` takes the plan off the public list.",
    params: PlanParams,
    body: PlanBody,
    response: { 200: Single(EditedPlan) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "replacePlan" };
      const saved = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const plan = await lockSeenPlan(tx, site.id, request.params.id, seenRevision(request));
        return savePlan(tx, ctx, site, { plan, body: request.body }, recording);
      });
      tagRevision(reply, saved.revision);
      return { data: saved };
    },
);
