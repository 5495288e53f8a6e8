import type { Permission } from "../../../lib/admin/roles.ts";
import type { Day } from "../../../lib/text/days.ts";
import { statement } from "../../../lib/sql/sql-statement.ts";
import { isMail } from "../../../lib/tasks/site-tasks.ts";
import type { Sql } from "../../../ports/database.ts";
import { isToFulfil } from "../../shop/orders/index.ts";

/** A figure that the caller may not know of is null. */
export interface Figures {
  sales: { day: string; currency: string; orders: number; revenue: number }[] | null;
  refunds: { day: string; currency: string; refunded: number }[] | null;
  toFulfil: number | null;
  failedPayments: number | null;
  lowStock: number | null;
  scheduled: { pages: number; entries: number } | null;
  invalidDocuments: { pages: number; entries: number } | null;
  recentEdits: RecentRow[] | null;
  newSubmissions: { slug: string; name: string; count: number }[] | null;
}

interface RecentRow {
  id: string;
  contentType: string;
  title: string;
  slug: string;
  locale: string;
  updatedAt: string;
  editedBy: { id: string; name: string } | null;
}

/** No index knows the day of a refund, only that its payment changed after its order was paid; by the clocks of two processes. */
const clocksMs = 60 * 60_000;

/** All figures of the site's own tables in one statement, each from an index alone but for the rows that it names. A part that is not asked for is not executed. */
export async function readFigures(
  sql: Sql,
  siteId: string,
  may: (permission: Permission) => boolean,
  days: readonly Day[],
): Promise<Figures> {
  const names = days.map(({ day }) => day);
  const begins = days.map(({ beginsAt }) => beginsAt.toISOString());
  const ends = days.map(({ endsAt }) => endsAt.toISOString());
  const from = days[0]?.beginsAt ?? new Date(0);
  const refundedSince = new Date(from.getTime() - clocksMs);
  const [sells, reads] = [may("orders:read"), may("content:read")];
  const [figures] = await sql<Figures>(
    ...statement`
    select
      case when ${sells}::boolean then (
        select coalesce(json_agg(json_build_object(
          'day', days.day, 'currency', sold.currency, 'orders', sold.orders, 'revenue', sold.revenue
        ) order by days.day, sold.currency), '[]'::json)
        from unnest(${names}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[]) as days (day, begins_at, ends_at)
        cross join lateral (
          select orders.currency, count(*)::int as orders, sum(orders.total)::float8 as revenue
          from orders
          where orders.site_id = ${siteId} and orders.paid_at >= days.begins_at and orders.paid_at < days.ends_at
          group by orders.currency
        ) as sold
      ) end::json as sales,
      case when ${sells}::boolean then (
        select coalesce(json_agg(json_build_object(
          'day', back.day, 'currency', back.currency, 'refunded', back.refunded
        ) order by back.day, back.currency), '[]'::json)
        from (
          select days.day, refunded_orders.currency, sum(refunded_orders.amount)::float8 as refunded
          from (
            select orders.paid_at, orders.currency, payments.refunded as amount
            from payments
            join orders on orders.site_id = ${siteId} and orders.id = payments.order_id
            where payments.site_id = ${siteId} and payments.refunded > 0 and payments.updated_at >= ${refundedSince}
            union all
            select paid_at, currency, gift_card_refunded
            from orders
            where site_id = ${siteId} and gift_card_refunded > 0 and paid_at >= ${refundedSince}
          ) as refunded_orders
          join unnest(${names}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[]) as days (day, begins_at, ends_at)
            on refunded_orders.paid_at >= days.begins_at and refunded_orders.paid_at < days.ends_at
          group by days.day, refunded_orders.currency
        ) as back
      ) end::json as refunds,
      case when ${sells}::boolean then (
        select count(*)::int from orders
        where orders.site_id = ${siteId} and ${isToFulfil} and orders.paid_at is not null
      ) end as "toFulfil",
      case when ${may("payments:read")}::boolean then (
        select count(*)::int from payments
        where payments.site_id = ${siteId} and payments.status = 'FAILED' and payments.updated_at >= ${from}
      ) end as "failedPayments",
      case when ${may("catalog:read")}::boolean then (
        select count(*)::int from products
        where products.site_id = ${siteId} and products.status = 'ACTIVE' and products.id in (
          select variants.product_id from variants where variants.site_id = ${siteId} and variants.stock <= 5
        )
      ) end as "lowStock",
      case when ${reads}::boolean then (
        select json_build_object(
          'pages', count(distinct translations.document_id) filter (where translations.content_type = 'page'),
          'entries', count(distinct translations.document_id) filter (where translations.content_type <> 'page')
        )
        from schedules
        join translations on translations.site_id = ${siteId} and translations.id = schedules.translation_id and not translations.is_trashed
        where schedules.site_id = ${siteId} and schedules.failed_at is null
      ) end as scheduled,
      case when ${reads}::boolean then (
        select json_build_object(
          'pages', count(distinct translations.document_id) filter (where translations.content_type = 'page'),
          'entries', count(distinct translations.document_id) filter (where translations.content_type <> 'page')
        )
        from translations
        where translations.site_id = ${siteId} and translations.is_invalid and not translations.is_trashed
      ) end as "invalidDocuments",
      case when ${reads}::boolean then (
        select coalesce(json_agg(json_build_object(
          'id', recent.id, 'contentType', recent.content_type, 'title', recent.title, 'slug', recent.slug, 'locale', edited.locale,
          'updatedAt', iso_instant(recent.updated_at), 'editedBy', edited.by
        ) order by recent.updated_at desc, recent.id), '[]'::json)
        from (
          select documents.id, documents.content_type, documents.title, documents.slug, documents.updated_at
          from documents
          where documents.site_id = ${siteId} and documents.trashed_at is null and documents.updated_at is not null
          order by documents.updated_at desc, documents.id
          limit 8
        ) as recent, lateral (
          select
            translations.locale,
            (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = translations.edited_by) as by
          from translations
          where translations.site_id = ${siteId} and translations.document_id = recent.id
          order by translations.edited_at desc, translations.locale
          limit 1
        ) as edited
      ) end as "recentEdits",
      case when ${may("submissions:read")}::boolean then (
        select coalesce(json_agg(json_build_object('slug', most.slug, 'name', most.name, 'count', most.count) order by most.count desc, most.slug), '[]'::json)
        from (
          select forms.slug, forms.name, counted.count
          from forms
          cross join lateral (
            select count(*)::int as count from form_submissions
            where form_submissions.site_id = ${siteId} and form_submissions.form_id = forms.id
              and form_submissions.created_at >= ${from} and not form_submissions.is_spam and form_submissions.read_at is null
          ) as counted
          where forms.site_id = ${siteId} and counted.count > 0
          order by counted.count desc, forms.slug
          limit 20
        ) as most
      ) end::json as "newSubmissions"`,
  );
  if (!figures) throw new Error("A statement without conditions has a row.");
  return figures;
}

/** Mails of the site that were given up. The outbox is not distributed with the sites: it is read by itself. */
export async function countFailedMails(sql: Sql, siteId: string): Promise<number> {
  const [failed] = await sql<{ count: number }>(
    ...statement`select count(*)::int as count from outbox where site_id = ${siteId} and failed_at is not null and ${isMail}`,
  );
  return failed?.count ?? 0;
}
