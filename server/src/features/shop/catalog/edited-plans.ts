import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";
import { planIntervals } from "./public/list-plans.ts";
import { plansTag } from "./tags.ts";

export const planNotFound = problem("plan_not_found", 404, "Plan not found");

/** The status of a plan. The public API shows only `ACTIVE` ones. */
export const planStatuses = ["ACTIVE", "INACTIVE"] as const;
export const planSorts = ["price", "name", "createdAt", "updatedAt"] as const;

const Json = Type.Record(Type.String(), Type.Unknown());

const head = {
  id: Uuid,
  slug: Type.String(),
  name: Type.String(),
  price: Type.Integer({ description: "Per period, in minor units." }),
  currency: Type.String({ examples: ["eur"] }),
  interval: Type.Enum([...planIntervals]),
  intervalCount: Type.Integer({ description: "Intervals per period." }),
  trialDays: Type.Integer(),
  status: Type.Enum([...planStatuses]),
  revision: Type.Integer({ description: "Grows with each change." }),
  createdAt: Instant,
  updatedAt: Instant,
};

/** A plan as the people who run the site edit it. */
export const EditedPlan = Type.Object(
  {
    ...head,
    description: Nullable(Type.String()),
    seo: Nullable(Json),
    features: Type.Array(Type.String()),
    translations: Type.Record(Type.String(), Json, { description: "By locale: the words that differ, as in bundles." }),
  },
  { $id: "EditedPlan", additionalProperties: false },
);
export type EditedPlan = Static<typeof EditedPlan>;

/** A plan in the list of those that people edit. */
export const EditedPlanRow = Type.Object(head, { $id: "EditedPlanRow", additionalProperties: false });
export type EditedPlanRow = Static<typeof EditedPlanRow>;

type Row = Omit<EditedPlanRow, "interval" | "status" | "createdAt" | "updatedAt"> & {
  interval: string;
  status: string;
  createdAt: Date;
  updatedAt: Date;
};

const columns = piece`
  plans.id, plans.slug, plans.name, plans.price, plans.currency, plans.interval, plans.interval_count as "intervalCount",
  plans.trial_days as "trialDays", plans.status, plans.revision, plans.created_at as "createdAt", plans.updated_at as "updatedAt"`;

function rowOf(row: Row): EditedPlanRow {
  return {
    ...row,
    interval: row.interval as EditedPlanRow["interval"],
    status: row.status as EditedPlanRow["status"],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The whole plan, whatever its status. */
export async function readEditedPlan(sql: Sql, siteId: string, id: string): Promise<EditedPlan | undefined> {
  const [row] = await sql<Row & { words: string }>(
    ...statement`
      select
        ${columns},
        json_build_object(
          'description', plans.description, 'seo', plans.seo, 'features', plans.features,
          'translations', (
            select coalesce(json_object_agg(locale, words order by locale), '{}')
            from catalog_translations
            where site_id = ${siteId} and kind = 'plan' and item_id = plans.id and words is not null
          )
        )::text as words
      from plans
      where plans.site_id = ${siteId} and plans.id = ${id}`,
  );
  if (!row) return undefined;
  const { words, ...plan } = row;
  return { ...rowOf(plan), ...(JSON.parse(words) as Pick<EditedPlan, "description" | "seo" | "features" | "translations">) };
}

export interface PlanFilters {
  status: (typeof planStatuses)[number] | undefined;
  q: string | undefined;
  sort: (typeof planSorts)[number];
  isDescending: boolean;
}

/** A page of the plans that meet the filters, and their number. */
export async function listEditedPlans(
  sql: Sql,
  siteId: string,
  { status, q, sort, isDescending }: PlanFilters,
  paging: Paging,
): Promise<{ plans: EditedPlanRow[]; total: number }> {
  const pattern = `%${(q ?? "").toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const byStatus = status === undefined ? piece`` : piece`and plans.status = ${status}`;
  const byWords = q === undefined || q === "" ? piece`` : piece`and (lower(plans.name) like ${pattern} or plans.slug like ${pattern})`;
  const chosen = piece`plans where plans.site_id = ${siteId} ${byStatus} ${byWords}`;
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from ${chosen}`);
  const rows = await sql<Row>(
    ...statement`
      select ${columns} from ${chosen}
      order by ${orders[sort][isDescending ? 1 : 0]}
      ${limitTo(paging)}`,
  );
  return { plans: rows.map(rowOf), total: counted?.total ?? 0 };
}

const orders: Record<(typeof planSorts)[number], readonly [SqlPiece, SqlPiece]> = {
  price: [piece`plans.price, plans.id`, piece`plans.price desc, plans.id desc`],
  name: [piece`lower(plans.name) collate "C", plans.id`, piece`lower(plans.name) collate "C" desc, plans.id desc`],
  createdAt: [piece`plans.created_at, plans.id`, piece`plans.created_at desc, plans.id desc`],
  updatedAt: [piece`plans.updated_at, plans.id`, piece`plans.updated_at desc, plans.id desc`],
};

/** A plan of a locked site: nobody else changes it until the transaction ends. */
export interface LockedPlan {
  id: string;
  slug: string;
  name: string;
  revision: number;
}

export async function lockPlan(tx: Sql, siteId: string, id: string): Promise<LockedPlan | undefined> {
  const [plan] = await tx<LockedPlan>`
    select id, slug, name, revision from plans where site_id = ${siteId} and id = ${id} for no key update`;
  return plan;
}

/** Whether a plan of the site has the slug, and how many plans it has. */
export async function countPlans(tx: Sql, siteId: string, slug: string): Promise<{ isTaken: boolean; plans: number }> {
  const [row] = await tx<{ taken: number; plans: number }>`
    select (count(*) filter (where slug = ${slug}))::int as taken, count(*)::int as plans from plans where site_id = ${siteId}`;
  return { isTaken: (row?.taken ?? 0) > 0, plans: row?.plans ?? 0 };
}

/** Removes a plan of a locked site with its translations. The caller raises the version of the catalogue. */
export async function removePlan(tx: Sql, ctx: PublicWriteContext, siteId: string, id: string): Promise<void> {
  await tx`delete from catalog_translations where site_id = ${siteId} and kind = 'plan' and item_id = ${id}`;
  const removed = await tx<{ slug: string }>`delete from plans where site_id = ${siteId} and id = ${id} returning slug`;
  ctx.touched.add(plansTag);
  const events = removed.map(({ slug }): NewWebhookEvent => ({ type: "plan.changed", data: { id, slug, change: "DELETED" } }));
  await recordWebhookEvents(tx, ctx, siteId, events);
}
