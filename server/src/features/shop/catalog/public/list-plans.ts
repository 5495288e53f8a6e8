import { Type, type Static } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Instant, List, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { Seo } from "../../../../lib/http/seo.ts";
import { listLocale, LocaleQuery, localeUnsupported } from "../../../../lib/text/locale.ts";
import { Slug } from "../../../../lib/text/slug.ts";
import { plansTag } from "../tags.ts";
import { localeFields, translatePlan, withLocale, type AskedLocale, type PlanWords } from "../translation.ts";

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
    seo: Type.Optional(Seo),
    ...localeFields,
  },
  { $id: "Plan", additionalProperties: false },
);

/** The active subscription plans, the cheapest first. */
export const listPlans = publishedRead(
  {
    id: "listPlans",
    path: "/api/v1/shop/subscriptions/plans",
    problems: [localeUnsupported],
    tags: ["Catalogue"],
    summary: "List the subscription plans",
    description: "All active plans, ordered by price.",
    query: LocaleQuery,
    response: { 200: List(Plan) },
  },
  ({ site, query }) => (query.locale === undefined ? {} : { locale: listLocale(site, query.locale) }),
  async ({ sql }: ReadDeps, site, { locale }: { locale?: string }) => {
    const [row] = await sql<{ catalogVersion: number; total: number; plans: string; translations: string | null }>`
        select
          site_versions.catalog_version::float8 as "catalogVersion",
          count(shown.id)::int as total,
          coalesce(array_to_json(array_agg(shown.plan order by shown.price, shown.id) filter (where shown.id is not null)), '[]'
          )::text as plans,
          case when ${locale ?? null}::text is not null then (
            select json_agg(
              json_build_object(
                'id', item_id, 'locale', locale, 'slug', slug, 'words', case when locale = ${locale ?? null}::text then words end
              )
            )
            from catalog_translations
            where site_id = ${site.id} and kind = 'plan' and words is not null
          ) end::text as translations
        from site_versions
        left join lateral (
          select
            plans.id,
            plans.price,
            case
              when plans.seo is null then row_to_json(item)
              else (left(row_to_json(item)::text, -1) || ',"seo":' || plans.seo || '}')::json
            end as plan
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
        where site_versions.site_id = ${site.id}
        group by site_versions.catalog_version`;
    const { catalogVersion, total, plans, translations } = row ?? { catalogVersion: -1, total: 0, plans: "[]", translations: null };
    const plansJson = locale === undefined ? plans : inLocale(plans, translations, { ...site, locale });
    const json = `{"data":${plansJson},"page":1,"pageSize":${Math.max(total, 1)},"total":${total}}`;
    return { catalogVersion, json, tags: [plansTag] };
  },
);

interface PlanTranslation {
  id: string;
  locale: string;
  slug: string;
  words: PlanWords | null;
}

/** Plans as a JSON list, with the site's translations of plans. */
function inLocale(plans: string, translations: string | null, asked: AskedLocale): string {
  const all = (translations === null ? [] : JSON.parse(translations)) as PlanTranslation[];
  const byPlan = new Map<string, PlanTranslation[]>();
  for (const translation of all) byPlan.set(translation.id, [...(byPlan.get(translation.id) ?? []), translation]);
  const translatedPlans = (JSON.parse(plans) as (Static<typeof Plan> & { slug: string })[]).map((plan) => {
    const planTranslations = byPlan.get(plan.id) ?? [];
    const words = planTranslations.find(({ locale }) => locale === asked.locale)?.words ?? null;
    const json = JSON.stringify(words === null ? plan : translatePlan(plan, words));
    const alternates = JSON.stringify(planTranslations.map(({ locale, slug }) => [locale, slug]));
    return withLocale(json, { slug: plan.slug, words, alternates }, asked);
  });
  return `[${translatedPlans.join(",")}]`;
}
