import type { Sql } from "../../ports/database.ts";
import type { PublicSaving } from "../../lib/published/saving.ts";
import { emptyTally, type Tally } from "../../lib/observing/tally.ts";
import { plansTag } from "./tags.ts";
import type { planIntervals } from "./public/list-plans.ts";

export interface PlanInput {
  slug: string;
  name: string;
  description: string | null;
  price: number;
  currency: string;
  interval: (typeof planIntervals)[number];
  intervalCount: number;
  trialDays: number;
  features: readonly string[];
  status: "ACTIVE" | "INACTIVE";
}

/** Creates or updates plans by slug. Rows that would not change are not touched. */
export async function savePlans(
  tx: Sql,
  { now, ids, touched }: PublicSaving,
  siteId: string,
  inputs: readonly PlanInput[],
): Promise<Tally> {
  const tally = emptyTally();
  for (const { slug, name, description, price, currency, interval, intervalCount, trialDays, features, status } of inputs) {
    const [saved] = await tx<{ created: boolean }>`
      insert into plans (
        site_id, id, slug, name, description, price, currency, interval, interval_count, trial_days, features, status,
        created_at, updated_at
      )
      values (
        ${siteId}, ${ids.next()}, ${slug}, ${name}, ${description}, ${price}, ${currency}, ${interval}, ${intervalCount},
        ${trialDays}, ${features}, ${status}, ${now}, ${now}
      )
      on conflict (site_id, slug) do update set
        name = excluded.name,
        description = excluded.description,
        price = excluded.price,
        currency = excluded.currency,
        interval = excluded.interval,
        interval_count = excluded.interval_count,
        trial_days = excluded.trial_days,
        features = excluded.features,
        status = excluded.status,
        updated_at = excluded.updated_at
      where (
        plans.name, plans.description, plans.price, plans.currency, plans.interval, plans.interval_count, plans.trial_days,
        plans.features, plans.status
      ) is distinct from (
        excluded.name, excluded.description, excluded.price, excluded.currency, excluded.interval, excluded.interval_count,
        excluded.trial_days, excluded.features, excluded.status
      )
      returning xmax = 0 as created`;
    if (saved) touched.add(plansTag);
    tally[saved ? (saved.created ? "created" : "updated") : "unchanged"] += 1;
  }
  return tally;
}
