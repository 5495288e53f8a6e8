import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Release } from "@vitrine/client/admin";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { toast } from "../parts/toast.tsx";
import { nameOf } from "./catalog-items.ts";
import { checkQuery, catalogItemsQuery, releaseQuery } from "./release-queries.ts";
import { ReleaseProblems } from "./release-problems.tsx";
import styles from "./releases.module.css";
import { useRenew } from "./use-renew.ts";

/** Asks once more, with all that goes live, and publishes exactly what it shows. */
export function PublishRelease({ release, onClose }: { release: Release; onClose(): void }) {
  const site = useSite();
  const queries = useQueryClient();
  const renew = useRenew();
  const { releases, app } = texts;
  const { act, isBusy } = useMutation(releases.problems);
  const { id, name, revision, items, changes } = release;
  const { data: check } = useQuery({ ...checkQuery(site, id), staleTime: 0 });
  const { data: catalogItems = [] } = useQuery({ ...catalogItemsQuery(site, id), enabled: changes.length > 0 });
  const isBlocked = check?.ready === false;
  const publish = async () => {
    const isDone = await act(async () => {
      const published = await site.api.releases.publishRelease({ id, revision });
      queries.setQueryData(releaseQuery(site, id).queryKey, published);
    });
    renew();
    void queries.invalidateQueries({ queryKey: [...site.key, "documents"] });
    void queries.invalidateQueries({ queryKey: [...site.key, "document"] });
    if (!isDone) return;
    onClose();
    toast(releases.published);
  };
  return (
    <Dialog
      isOpen
      isWide
      title={releases.publishTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{app.cancel}</Button>
          <Button variant="primary" isDisabled={isBusy || isBlocked} onPress={() => void publish()}>
            {releases.publish}
          </Button>
        </>
      }
    >
      {isBlocked ? <ReleaseProblems release={release} check={check} onGo={onClose} /> : <p>{releases.publishText}</p>}
      <ul className={styles.summary}>
        {items.map(({ translation, title, slug, locale, action }) => (
          <li key={translation}>
            <Badge tone={action === "PUBLISH" ? "good" : "warn"}>{releases[action === "PUBLISH" ? "publishes" : "unpublishes"]}</Badge>
            <span>
              {title || slug} <span className="soft">{localeName(locale)}</span>
            </span>
          </li>
        ))}
        {catalogItems.map(({ id: of, type, before }) => (
          <li key={of}>
            <Badge tone="accent">{releases.kinds[type]}</Badge>
            <span>{nameOf(before)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
