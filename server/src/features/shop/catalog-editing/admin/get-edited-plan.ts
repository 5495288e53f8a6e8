import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { EditedPlan, planNotFound } from "../../catalog/index.ts";
import { planBase, PlanParams } from "../plan-body.ts";
import { readPlan } from "../save-plan.ts";

/** Reads a plan, whatever its status. */
export const getEditedPlan = operation(
  {
    id: "getEditedPlan",
    method: "GET",
    path: planBase,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [planNotFound],
    tags: ["Catalogue"],
    summary: "Read a plan to edit",
    description: "The whole plan, with the words of all locales.",
    params: PlanParams,
    response: { 200: Single(EditedPlan) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const plan = await readPlan(sql, site.id, params.id);
      tagRevision(reply, plan.revision);
      return { data: plan };
    },
);
