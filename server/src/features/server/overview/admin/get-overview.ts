import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import { lastDays, type Day } from "../../../../lib/text/days.ts";
import type { Sql } from "../../../../ports/database.ts";
import { readFileUsage } from "../../../content/media/index.ts";
import { readOwnReviews } from "../../../content/reviews/index.ts";
import { readDataUsage } from "../../sites/index.ts";
import { Overview } from "../overview.ts";
import { countFailedMails, readFigures, type Figures } from "../read-figures.ts";
import { countFailingWebhooks } from "../../webhooks/index.ts";

/** Answers what the first screen shows, as far as the caller may know it. */
export const getOverview = operation(
  {
    id: "getOverview",
    method: "GET",
    path: `${siteBase}/overview`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "Read what is new in a site, and what waits",
    description:
      "Every figure names the list that it counts. Figures that the caller's role may not know are left out. Days are those of the site's time zone.",
    params: SiteParams,
    query: Type.Object({
      days: Type.Optional(Type.Enum(["7", "30", "90"], { description: "7 unless you say so. The last one is today." })),
    }),
    response: { 200: Single(Overview) },
  },
  ({ sql, clock, media, dataQuotaMb }: Pick<Deps, "sql" | "clock" | "media" | "dataQuotaMb">) =>
    async ({ site, admin, member: { permissions }, query }) => {
      const [storedSite] = await sql<{ timeZone: string }>`
        select coalesce(settings ->> 'timeZone', 'UTC') as "timeZone" from sites where id = ${site.id}`;
      // It was deleted a moment ago.
      if (!storedSite) throw new ProblemError(siteNotFound);
      const { timeZone } = storedSite;
      const count = Number(query.days ?? "7") as Overview["days"];
      const days = lastDays(timeZone, clock.now(), count);
      const figures = await readFigures(sql, site.id, (permission) => permissions.has(permission), days);
      const since = days[0]?.beginsAt.toISOString() ?? "";
      const base = siteBase.replace("{siteSlug}", site.slug);
      const figure = (value: number, list: string) => ({ count: value, list: `${base}/${list}` });
      const documents = ({ pages, entries }: { pages: number; entries: number }, status: string) => ({
        pages: figure(pages, `pages?status=${status}`),
        entries: figure(entries, `entries?status=${status}`),
      });
      const { toFulfil, failedPayments, lowStock, scheduled, recentEdits, invalidDocuments, newSubmissions } = figures;
      const failedMails = permissions.has("settings:write") ? await countFailedMails(sql, site.id) : null;
      const failingWebhooks = permissions.has("webhooks:write") ? await countFailingWebhooks(sql, site.id) : null;
      const storage = permissions.has("settings:write") ? await readStorage(sql, { media, dataQuotaMb }, site.id) : null;
      const reviews = permissions.has("content:read") ? await readOwnReviews(sql, site.id, admin.id, clock.now()) : null;
      const sales = salesOf(figures, days, site.currency, base);
      const data: Overview = {
        days: count,
        timeZone,
        ...(sales && { sales }),
        ...(toFulfil !== null && { toFulfil: figure(toFulfil, "orders?fulfilment=TO_FULFIL") }),
        ...(failedPayments !== null && { failedPayments: figure(failedPayments, `payments?status=FAILED&from=${since}`) }),
        ...(lowStock !== null && { lowStock: figure(lowStock, "products?status=ACTIVE&stock=low") }),
        ...(scheduled && { scheduled: documents(scheduled, "scheduled") }),
        ...(recentEdits && {
          recentEdits: recentEdits.map((edit) => ({
            ...edit,
            document: `${base}/${edit.contentType === "page" ? "pages" : "entries"}/${edit.id}`,
          })),
        }),
        ...(invalidDocuments && { invalidDocuments: documents(invalidDocuments, "invalid") }),
        ...(reviews && { reviews }),
        ...(newSubmissions && {
          newSubmissions: newSubmissions.map(({ slug, name, count: many }) => ({
            form: { slug, name },
            ...figure(many, `forms/${slug}/submissions?from=${since}&spam=false&read=false`),
          })),
        }),
        ...(failingWebhooks !== null && { failingWebhooks: figure(failingWebhooks, "webhooks?state=failing") }),
        ...(storage && { storage }),
        ...(failedMails !== null && { failedMails: figure(failedMails, "outbox?state=failed&mail=true") }),
      };
      return { data };
    },
);

async function readStorage(
  sql: Sql,
  { media, dataQuotaMb }: Pick<Deps, "media" | "dataQuotaMb">,
  siteId: string,
): Promise<NonNullable<Overview["storage"]>> {
  const [files, data] = [await readFileUsage(sql, media, siteId), await readDataUsage(sql, dataQuotaMb, siteId)];
  return { fileBytes: files.bytes, fileQuotaBytes: files.quotaBytes, dataBytes: data.bytes, dataQuotaBytes: data.quotaBytes };
}

/** Each day with each currency: the site's, and every other that something was sold in. */
function salesOf({ sales, refunds }: Figures, days: readonly Day[], currency: string, base: string): Overview["sales"] {
  if (!sales || !refunds) return undefined;
  const currencies = [...new Set([currency, ...sales.map((sold) => sold.currency).sort()])];
  const keyOf = (day: string, of: string) => `${day} ${of}`;
  const sold = new Map(sales.map((row) => [keyOf(row.day, row.currency), row]));
  const back = new Map(refunds.map((row) => [keyOf(row.day, row.currency), row.refunded]));
  return days.flatMap(({ day, beginsAt, endsAt }) =>
    currencies.map((each) => {
      const { orders = 0, revenue = 0 } = sold.get(keyOf(day, each)) ?? {};
      const list = `${base}/orders?paid=true&from=${beginsAt.toISOString()}&to=${endsAt.toISOString()}`;
      return { day, currency: each, orders, revenue: revenue - (back.get(keyOf(day, each)) ?? 0), list };
    }),
  );
}
