import { Type, type Static } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { BundlePlan } from "../../content/bundle/index.ts";

export const plansBase = `${siteBase}/plans`;
export const planBase = `${plansBase}/{id}`;
export const PlanParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the plan." }) });

/** A whole plan, in the members of bundles. */
export const PlanBody = Type.Object(BundlePlan.properties, { additionalProperties: false });
export type PlanBody = Static<typeof PlanBody>;

/** As many as a bundle may have. */
export const mostPlans = 1_000;
