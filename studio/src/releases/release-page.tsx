import { useSuspenseQuery } from "@tanstack/react-query";
import type { Release } from "@vitrine/client/admin";
import { useEffect } from "react";
import { usePlace } from "../app/place.ts";
import { onSiteEvent } from "../app/site-events.ts";
import { useSite } from "../app/site.tsx";
import { Page } from "../parts/page.tsx";
import { ReleaseActions } from "./release-actions.tsx";
import { ReleaseCatalogItemsCard } from "./release-catalog-items.tsx";
import { ReleaseItems } from "./release-items.tsx";
import { releaseQuery } from "./release-queries.ts";
import { ReleaseStatus } from "./release-status.tsx";
import styles from "./releases.module.css";
import { useRenew } from "./use-renew.ts";

/** One release: all that it changes, what stands in its way, and when it goes live. */
export function ReleasePage() {
  const site = useSite();
  const { id = "" } = usePlace();
  const { data: release } = useSuspenseQuery(releaseQuery(site, id));
  useFreshItems(release);
  return (
    <Page key={id} title={release.name} actions={<ReleaseActions release={release} />}>
      <div className={styles.release}>
        <ReleaseStatus release={release} />
        <div className="stack">
          <ReleaseItems release={release} />
          <ReleaseCatalogItemsCard release={release} />
        </div>
      </div>
    </Page>
  );
}

const settleMs = 2_000;

/** Reads the release again when somebody has edited what belongs to it, after a moment: letters come one by one. */
function useFreshItems({ items }: Release): void {
  const renew = useRenew();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const documents = new Set(items.map(({ document }) => document));
    const stop = onSiteEvent((event) => {
      if (event.event !== "changed" && event.event !== "removed") return;
      if (!documents.has(event.data.id)) return;
      clearTimeout(timer);
      timer = setTimeout(renew, settleMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
    // The documents alone decide: the release is another object after each answer.
  }, [items]);
}
