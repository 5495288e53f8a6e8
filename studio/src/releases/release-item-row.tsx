import { useQuery } from "@tanstack/react-query";
import type { Release, ReleaseItem } from "@vitrine/client/admin";
import { EllipsisVertical, EyeOff, RefreshCw, Send, X } from "lucide-react";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { pathOfDocument } from "../content/document-path.ts";
import { contentTypesQuery } from "../content/types.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { To } from "../parts/to.tsx";
import { toast } from "../parts/toast.tsx";
import { rightsOn } from "./release-rights.ts";
import styles from "./releases.module.css";
import { useRenew } from "./use-renew.ts";

/** A page or an entry of a release in one locale. */
export function ReleaseItemRow({ release, item }: { release: Release; item: ReleaseItem }) {
  const site = useSite();
  const renew = useRenew();
  const { releases, app, editor, states } = texts;
  const { act, isBusy } = useMutation(releases.problems);
  const { canEdit } = rightsOn(site, release);
  const { data: types } = useQuery(contentTypesQuery(site));
  const { id } = release;
  const { translation: translationId, document, contentType, locale, slug, action, isOutdated, isTrashed } = item;
  const title = item.title || slug || releases.untitled;
  const documents = contentType === "page" ? "pages" : "entries";
  const put = (next: ReleaseItem["action"], revision: number) =>
    site.api.releases.putReleaseItem({ id, translationId, action: next, revision });
  const change = async (next: ReleaseItem["action"], words?: string) => {
    const isDone = await act(async () => {
      const { translations } = await site.api.content.getDocument({ documents, id: document });
      await put(next, translations.find((each) => each.id === translationId)?.revision ?? item.revision);
    });
    renew();
    if (isDone && words !== undefined) toast(words);
  };
  const remove = async () => {
    const isDone = await act(() => site.api.releases.removeReleaseItem({ id, translationId }));
    renew();
    if (!isDone) return;
    // The text that was kept for the release is gone with it: only the present one can be put back.
    const undo = { label: app.undo, run: () => void act(() => put(action, item.revision)).then(renew) };
    toast(releases.removed(title), isOutdated ? undefined : undo);
  };
  return (
    <li>
      <span className={styles.item}>
        <span className={styles.itemTitle}>
          <To path={`/sites/${site.slug}${pathOfDocument({ id: document, contentType }, locale)}`}>{title}</To>
          <Badge tone={action === "PUBLISH" ? "good" : "warn"}>{releases[action === "PUBLISH" ? "publishes" : "unpublishes"]}</Badge>
          {isTrashed && <Badge tone="bad">{states.trashed}</Badge>}
          {isOutdated && !isTrashed && (
            <Badge tone="warn" title={releases.outdatedText}>
              {releases.outdated}
            </Badge>
          )}
        </span>
        <small>
          {contentType === "page" ? editor.page : types?.find(({ type }) => type === contentType)?.title || contentType} ·{" "}
          {localeName(locale)} · /{slug}
        </small>
      </span>
      {canEdit && isOutdated && !isTrashed && action === "PUBLISH" && (
        <Button isDisabled={isBusy} onPress={() => void change("PUBLISH", releases.tookNewer)}>
          <RefreshCw className="icon" aria-hidden />
          {releases.takeNewer}
        </Button>
      )}
      {canEdit && (
        <Menu
          label={releases.actionsOf(title)}
          trigger={
            <Button variant="quiet" label={releases.actionsOf(title)}>
              <EllipsisVertical className="icon" aria-hidden />
            </Button>
          }
          groups={[
            [
              action === "PUBLISH"
                ? {
                    id: "unpublish",
                    label: releases.unpublishInstead,
                    icon: <EyeOff className="icon" aria-hidden />,
                    onAction: () => void change("UNPUBLISH"),
                  }
                : {
                    id: "publish",
                    label: releases.publishInstead,
                    icon: <Send className="icon" aria-hidden />,
                    onAction: () => void change("PUBLISH"),
                  },
            ],
            [
              {
                id: "remove",
                label: releases.remove,
                icon: <X className="icon" aria-hidden />,
                isDanger: true,
                onAction: () => void remove(),
              },
            ],
          ]}
        />
      )}
    </li>
  );
}
