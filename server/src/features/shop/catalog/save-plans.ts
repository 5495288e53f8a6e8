import type { Sql } from "../../../ports/database.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import type { Seo } from "../../../lib/http/seo.ts";
import { recordWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";
import { saveTranslations, translationsState, type CatalogSite, type TranslatedItem, type Translations } from "./save-translations.ts";
import type { PlanWords } from "./translation.ts";
import { plansTag } from "./tags.ts";
import type { planIntervals } from "./public/list-plans.ts";

export interface PlanInput {
  slug: string;
  name: string;
  description: string | null;
  seo: Seo | null;
  price: number;
  currency: string;
  interval: (typeof planIntervals)[number];
  intervalCount: number;
  trialDays: number;
  features: readonly string[];
  status: "ACTIVE" | "INACTIVE";
  translations: Translations<PlanWords>;
}

/** Creates or updates plans by slug. Rows that would not change are not touched. */
export async function savePlans(tx: Sql, ctx: PublicWriteContext, site: CatalogSite, inputs: readonly PlanInput[]): Promise<Tally> {
  const { now, ids, touched } = ctx;
  const tally = emptyTally();
  const events: NewWebhookEvent[] = [];
  const siteId = site.id;
  const storedTranslations = await readTranslations(tx, siteId);
  const translated: TranslatedItem[] = [];
  for (const input of inputs) {
    const { slug, name, description, seo, price, currency, interval, intervalCount, trialDays, features, status, translations } = input;
    const [saved] = await tx<{ id: string; created: boolean }>`
      insert into plans (
        site_id, id, slug, name, description, seo, price, currency, interval, interval_count, trial_days, features, status,
        created_at, updated_at
      )
      values (
        ${siteId}, ${ids.next()}, ${slug}, ${name}, ${description}, ${seo && JSON.stringify(seo)}::json, ${price}, ${currency}, ${interval},
        ${intervalCount}, ${trialDays}, ${features}, ${status}, ${now}, ${now}
      )
      on conflict (site_id, slug) do update set
        name = excluded.name,
        description = excluded.description,
        seo = excluded.seo,
        price = excluded.price,
        currency = excluded.currency,
        interval = excluded.interval,
        interval_count = excluded.interval_count,
        trial_days = excluded.trial_days,
        features = excluded.features,
        status = excluded.status,
        revision = plans.revision + 1,
        updated_at = excluded.updated_at
      where (
        plans.name, plans.description, plans.price, plans.currency, plans.interval, plans.interval_count, plans.trial_days,
        plans.features, plans.status, plans.seo::text
      ) is distinct from (
        excluded.name, excluded.description, excluded.price, excluded.currency, excluded.interval, excluded.interval_count,
        excluded.trial_days, excluded.features, excluded.status, excluded.seo::text
      )
      returning id, xmax = 0 as created`;
    const before = storedTranslations.get(slug);
    const isRetranslated = before !== undefined && before.state !== translationsState(translations);
    const id = saved?.id ?? before?.id;
    if (id !== undefined && (saved !== undefined || isRetranslated)) {
      if (saved === undefined)
        await tx`update plans set revision = revision + 1, updated_at = ${now} where site_id = ${siteId} and id = ${id}`;
      touched.add(plansTag);
      events.push({ type: "plan.changed", data: { id, slug, change: saved?.created ? "CREATED" : "UPDATED" } });
      translated.push({ id, slug, title: name, description, translations });
    }
    tally[saved?.created ? "created" : saved !== undefined || isRetranslated ? "updated" : "unchanged"] += 1;
  }
  await saveTranslations(tx, { now, ids, site }, "plan", translated);
  await recordWebhookEvents(tx, ctx, siteId, events);
  return tally;
}

/** The plans' ids and translations, by slug. */
async function readTranslations(tx: Sql, siteId: string): Promise<Map<string, { id: string; state: string }>> {
  const rows = await tx<{ id: string; slug: string; translations: string | null }>`
    select
      plans.id,
      plans.slug,
      (
        select coalesce(json_object_agg(translated.locale, translated.words), '{}')
        from catalog_translations as translated
        where translated.site_id = ${siteId}
          and translated.kind = 'plan'
          and translated.item_id = plans.id
          and translated.words is not null
      )::text as translations
    from plans
    where plans.site_id = ${siteId}`;
  return new Map(
    rows.map(({ id, slug, translations }) => [slug, { id, state: translationsState(JSON.parse(translations ?? "{}") as object) }]),
  );
}
