import { useSuspenseQuery } from "@tanstack/react-query";
import { Sun } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { loadReviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatBytes, plural, texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { Radios } from "../parts/radios.tsx";
import { Card, Empty, Page, Rows } from "../parts/page.tsx";
import styles from "./overview.module.css";
import { To } from "../parts/to.tsx";
import { SalesChart } from "./sales-chart.tsx";

/** With its words, where anybody has been asked for a review. */
const OwnReviews = lazy(async () => {
  const [{ OwnReviews: component }] = await Promise.all([import("../reviews/own-reviews.tsx"), loadReviewTexts()]);
  return { default: component };
});

/** The first screen of a site: what waits, what sells, what was edited last. */
export function Overview() {
  const { api, key, slug, site } = useSite();
  const [days, setDays] = useState<7 | 30 | 90>(7);
  const { data } = useSuspenseQuery({
    queryKey: [...key, "overview", days],
    queryFn: () => api.sites.getOverview({ days: String(days) as "7" }),
  });
  const { overview } = texts;
  const base = `/sites/${slug}`;
  const waiting = [
    { id: "toFulfil", count: data.toFulfil?.count ?? 0, words: overview.toFulfil, to: "/orders?view=to-send" },
    { id: "failedPayments", count: data.failedPayments?.count ?? 0, words: overview.failedPayments, to: "/orders?view=unpaid" },
    { id: "lowStock", count: data.lowStock?.count ?? 0, words: overview.lowStock, to: "/products?view=low" },
    {
      id: "scheduled",
      count: (data.scheduled?.pages.count ?? 0) + (data.scheduled?.entries.count ?? 0),
      words: overview.scheduled,
      to: "/releases?view=calendar",
    },
    {
      id: "invalid",
      count: data.invalidDocuments?.pages.count ?? 0,
      words: overview.invalid,
      to: "/pages?status=invalid",
    },
    {
      id: "invalidEntries",
      count: data.invalidDocuments?.entries.count ?? 0,
      words: overview.invalidEntries,
      to: "/entries?status=invalid",
    },
    { id: "failedMails", count: data.failedMails?.count ?? 0, words: overview.failedMails, to: "/settings/mails" },
    ...(data.newSubmissions ?? []).map(({ form, count }) => ({
      id: form.slug,
      count,
      words: overview.submissions(form.name),
      to: `/forms/${form.slug}?view=new`,
    })),
  ].filter(({ count }) => count > 0);
  return (
    <Page title={overview.title} text={site.name}>
      <section aria-label={overview.waiting}>
        {waiting.length === 0 ? (
          <Empty icon={<Sun aria-hidden />} text={overview.nothingWaits} />
        ) : (
          <ul className={styles.figures}>
            {waiting.map(({ id, count, words, to }) => (
              <li key={id}>
                <To path={base + to} className={styles.figure}>
                  <Figure count={count} words={words} />
                </To>
              </li>
            ))}
          </ul>
        )}
      </section>
      {data.reviews && data.reviews.waiting.length + data.reviews.asked.length > 0 && (
        <Suspense fallback={null}>
          <div className={styles.columns}>
            <OwnReviews {...data.reviews} />
          </div>
        </Suspense>
      )}
      {data.storage !== undefined && (
        <section aria-label={overview.storage} className="soft">
          <p>
            {overview.storage}: {overview.filesUsed(formatBytes(data.storage.fileBytes), formatBytes(data.storage.fileQuotaBytes))}
            {" · "}
            {overview.dataUsed(formatBytes(data.storage.dataBytes), formatBytes(data.storage.dataQuotaBytes))}
          </p>
        </section>
      )}
      <div className={styles.columns}>
        {data.sales !== undefined && (
          <Card
            title={overview.sales}
            aside={
              <Radios
                label=""
                options={([7, 30, 90] as const).map((each) => ({ id: String(each), label: overview.days(each) }))}
                value={String(days)}
                onChange={(value) => setDays(Number(value) as 7)}
              />
            }
          >
            <SalesChart sales={data.sales} />
          </Card>
        )}
        <Card title={overview.recent}>
          {data.recentEdits === undefined || data.recentEdits.length === 0 ? (
            <p className="soft">{overview.noneRecent}</p>
          ) : (
            <Rows>
              {data.recentEdits.map(({ id, contentType, title, slug: address, locale, updatedAt, editedBy }) => (
                <li key={id + locale}>
                  <To path={`${base}${contentType === "page" ? "/pages" : `/entries/${contentType}`}/${id}/${locale}`}>
                    {title || address}
                  </To>
                  <span className="soft">
                    {editedBy && `${overview.by(editedBy.name)} · `}
                    <Ago at={updatedAt} />
                  </span>
                </li>
              ))}
            </Rows>
          )}
        </Card>
      </div>
    </Page>
  );
}

function Figure({ count, words }: { count: number; words: string }) {
  return (
    <span className={styles.count}>
      <strong>{plural(count, { one: "", other: "" })}</strong> {words}
    </span>
  );
}
