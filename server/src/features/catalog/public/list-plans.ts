import { Type } from "typebox";
import type { ReadDeps } from "../../../deps.ts";
import { Instant, List, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { publishedRead } from "../../../lib/published/published-read.ts";
import { Slug } from "../../../lib/text/slug.ts";
import { plansTag } from "../tags.ts";

export const planIntervals = ["day", "week", "month", "year"] as const;

const Plan = Type.Object(
  {
    id: Uuid,
    slug: Slug,
    name: Type.String(),
    description: Nullable(Type.String()),
    price: Type.Integer({ minimum: 0, maximum: 99_999_999, description: "Per period, in minor units." }),
    currency: Type.String({ description: "ISO 4217, lower case.", examples: ["eur"] }),
    interval: Type.Enum(planIntervals),
    intervalCount: Type.Integer({ minimum: 1, description: "Intervals per period." }),
    trialDays: Type.Integer({ minimum: 0 }),
    features: Type.Array(Type.String()),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "Plan", additionalProperties: false },
);

/** The active subscription plans, the cheapest first. */
export const listPlans = publishedRead(
  {
    id: "listPlans",
    path: "/api/v1/shop/subscriptions/plans",
    problems: [],
    tags: ["Catalogue"],
    summary: "List the subscription plans",
    description: "All active plans, ordered by price.",
    response: { 200: List(Plan) },
  },
  () => ({}),
  async ({ sql }: ReadDeps, site) => {
    const [row] = await sql<{ catalogVersion: number; total: number; plans: string }>`
        select
          sites.catalog_version::float8 as "catalogVersion",
          count(shown.id)::int as total,
          coalesce(array_to_json(array_agg(shown.plan order by shown.price, shown.id) filter (where shown.id is not null)), '[]'
          )::text as plans
        from sites
        left join lateral (
          select plans.id, plans.price, row_to_json(item) as plan
          from plans
          cross join lateral (
            select
              plans.id,
              plans.slug,
              plans.name,
              plans.description,
              plans.price,
              plans.currency,
              plans.interval,
              plans.interval_count as "intervalCount",
              plans.trial_days as "trialDays",
              plans.features,
              iso_instant(plans.created_at) as "createdAt",
              iso_instant(plans.updated_at) as "updatedAt"
          ) as item
          where plans.site_id = ${site.id} and plans.status = 'ACTIVE'
        ) as shown on true
        where sites.id = ${site.id}
        group by sites.id`;
    const { catalogVersion, total, plans } = row ?? { catalogVersion: -1, total: 0, plans: "[]" };
    const json = `{"data":${plans},"page":1,"pageSize":${Math.max(total, 1)},"total":${total}}`;
    return { catalogVersion, json, tags: [plansTag] };
  },
);
