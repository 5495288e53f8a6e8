import type { Actor } from "../../../lib/admin/identity.ts";
import { invalidMember, invalidMembers, ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { conflictAbout } from "../../people/audit/index.ts";
import { idOfItem, readCatalogItems, saveCatalogItems } from "../../content/bundle/index.ts";
import type { AdminSite } from "../../server/sites/index.ts";
import { countPlans, lockPlan, planNotFound, readEditedPlan, type EditedPlan, type LockedPlan } from "../catalog/index.ts";
import { mostPlans, type PlanBody } from "./plan-body.ts";

/** The plan at the revision that somebody has seen. Throws otherwise. */
export async function lockSeenPlan(tx: Sql, siteId: string, id: string, seen: number): Promise<LockedPlan> {
  const plan = isUuid(id) ? await lockPlan(tx, siteId, id) : undefined;
  if (!plan) throw new ProblemError(planNotFound);
  if (plan.revision !== seen) throw await conflictAbout(tx, siteId, { type: "plan", id: plan.id }, plan.revision);
  return plan;
}

export async function readPlan(sql: Sql, siteId: string, id: string): Promise<EditedPlan> {
  const plan = isUuid(id) ? await readEditedPlan(sql, siteId, id) : undefined;
  if (!plan) throw new ProblemError(planNotFound);
  return plan;
}

/** Creates a plan of a locked site, or replaces one, by the rules of an import. Throws `validation_failed`. */
export async function savePlan(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  { plan, body }: { plan: LockedPlan | null; body: PlanBody },
  recording: { actor: Actor; action: string },
): Promise<EditedPlan> {
  if (!plan) await refuseNewPlan(tx, site.id, body.slug);
  const before = plan ? ((await readCatalogItems(tx, site.id, [plan.id])).plans[0]?.members ?? null) : null;
  // The record of the change tells what is stored, defaults included.
  const after = { ...planDefaults, currency: site.currency, ...body };
  const item = { kind: "plan" as const, id: plan?.id ?? null, before, after, place: 0 };
  const errors = await saveCatalogItems(tx, ctx, site, [item], recording);
  if (errors.length > 0) throw invalidMembers(errors.map(({ fault }) => fault));
  return readPlan(tx, site.id, plan?.id ?? (await idOfItem(tx, site.id, "plan", body.slug)));
}

const planDefaults = { description: null, intervalCount: 1, trialDays: 0, features: [], status: "ACTIVE" };

async function refuseNewPlan(tx: Sql, siteId: string, slug: string): Promise<void> {
  const { isTaken, plans } = await countPlans(tx, siteId, slug);
  if (isTaken) throw invalidMember("/slug", "duplicate", "is the slug of another plan: choose another one");
  if (plans >= mostPlans) throw invalidMember("/slug", "too_many", `is one too many: a site may have ${mostPlans} plans`);
}
