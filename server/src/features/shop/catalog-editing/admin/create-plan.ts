import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { EditedPlan } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { PlanBody, plansBase } from "../plan-body.ts";
import { savePlan } from "../save-plan.ts";

/** Creates a plan. */
export const createPlan = operation(
  {
    id: "createPlan",
    method: "POST",
    path: plansBase,
    access: "member",
    permission: "catalog:write",
    grows: true,
    cors: "closed",
    problems: [validationFailed],
    tags: ["Catalogue"],
    summary: "Create a plan",
    description: "By the rules of an import. Without a `status` it is `ACTIVE`, and public at once. A site may have 1,000 plans.",
    params: SiteParams,
    body: PlanBody,
    response: { 201: Single(EditedPlan) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "createPlan" };
      const plan = await withLockedSite(sql, request.site.id, (tx, site) =>
        savePlan(tx, ctx, site, { plan: null, body: request.body }, recording),
      );
      tagRevision(reply, plan.revision);
      return { data: plan };
    },
);
