import { useQuery } from "@tanstack/react-query";
import type { Release } from "@vitrine/client/admin";
import { CircleCheck, RefreshCw } from "lucide-react";
import { useSite } from "../app/site.tsx";
import { formatDate, formatPlan, texts } from "../app/texts.ts";
import { failureWords } from "../content/failure-words.ts";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { lookOf } from "./calendar-entries.ts";
import { checkQuery } from "./release-queries.ts";
import { ReleaseProblems } from "./release-problems.tsx";
import { ReleaseState } from "./release-state.tsx";
import styles from "./releases.module.css";

/** How far a release is, and what stands in its way. */
export function ReleaseStatus({ release }: { release: Release }) {
  const { releases } = texts;
  const { createdBy, scheduledBy, state } = release;
  return (
    <div className={styles.status}>
      <Card>
        <div className={styles.state}>
          <ReleaseState release={release} />
          <p>{sentenceOf(release)}</p>
          {state === "FAILED" && (
            <div role="alert" className={styles.failure}>
              {release.fault && <p>{failureWords(release.fault)}</p>}
              <p>{releases.failedHow}</p>
            </div>
          )}
          <p className="soft">
            {state !== "OPEN" && scheduledBy !== null
              ? releases.scheduledBy(scheduledBy.name)
              : createdBy && releases.createdBy(createdBy.name)}
          </p>
        </div>
      </Card>
      {state !== "PUBLISHED" && <Check release={release} />}
    </div>
  );
}

function sentenceOf(release: Release): string {
  const { releases } = texts;
  const { publishAt, publishedAt } = release;
  const look = lookOf(release);
  if (look === "PUBLISHED" && publishedAt !== null) return releases.publishedAt(formatDate(publishedAt));
  if (publishAt === null) return releases.notYet;
  const when = formatPlan(publishAt);
  if (look === "SCHEDULED") return releases.scheduledFor(when);
  return look === "FAILED" ? releases.failedAt(when) : releases.plannedAt(when);
}

function Check({ release }: { release: Release }) {
  const site = useSite();
  const { check } = texts.releases;
  const { data, isFetching, refetch } = useQuery({
    ...checkQuery(site, release.id),
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  const isEmpty = release.items.length + release.changes.length === 0;
  return (
    <Card
      title={check.title}
      aside={
        <Button variant="quiet" label={check.again} isDisabled={isFetching} onPress={() => void refetch()}>
          <RefreshCw className="icon" aria-hidden />
        </Button>
      }
    >
      <div aria-live="polite">
        {isEmpty ? (
          <p className="soft">{check.empty}</p>
        ) : data === undefined ? (
          <p className="soft">{check.checking}</p>
        ) : data.ready ? (
          <p className={styles.ready}>
            <CircleCheck className="icon" aria-hidden />
            {check.ready}
          </p>
        ) : (
          <ReleaseProblems release={release} check={data} />
        )}
      </div>
    </Card>
  );
}
