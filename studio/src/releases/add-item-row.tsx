import type { ListedDocument, Release } from "@vitrine/client/admin";
import { Check, Plus } from "lucide-react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { LocaleStates } from "../content/locale-states.tsx";
import { Button } from "../parts/button.tsx";
import { toast } from "../parts/toast.tsx";
import styles from "./releases.module.css";
import { useRenew } from "./use-renew.ts";

interface AddItemRowProps {
  release: Release;
  document: ListedDocument;
  locales: readonly string[];
  action: "PUBLISH" | "UNPUBLISH";
}

/** A document that can be added: each of its locales that has something to publish, or to take offline. */
export function AddItemRow({ release, document, locales, action }: AddItemRowProps) {
  const site = useSite();
  const renew = useRenew();
  const { releases } = texts;
  const { act, isBusy } = useMutation(releases.problems);
  const { id } = release;
  const title = document.title || document.slug;
  const fitting = document.translations.filter(
    ({ locale, state }) => locales.includes(locale) && (action === "PUBLISH" ? state !== "PUBLISHED" : state !== "DRAFT"),
  );
  const isIn = (translation: string) => release.items.some((item) => item.translation === translation && item.action === action);
  const missing = fitting.filter((each) => !isIn(each.id));
  const add = async () => {
    const isDone = await act(async () => {
      for (const { id: translationId, revision } of missing) {
        await site.api.releases.putReleaseItem({ id, translationId, action, revision });
      }
    });
    renew();
    if (isDone) toast(releases.added(title));
  };
  return (
    <li>
      <span className={styles.item}>
        <span className={styles.itemTitle}>
          <span>{title || releases.untitled}</span>
          <LocaleStates locales={site.site.locales} translations={document.translations} />
        </span>
        <small>/{document.slug}</small>
      </span>
      {missing.length > 0 ? (
        <Button aria-label={releases.addOne(title)} isDisabled={isBusy} onPress={() => void add()}>
          <Plus className="icon" aria-hidden />
          {releases.addShort}
        </Button>
      ) : fitting.length > 0 ? (
        <span className={styles.ready}>
          <Check className="icon" aria-hidden />
          {releases.isIn}
        </span>
      ) : (
        <span className="soft">{action === "PUBLISH" ? releases.nothingNew : releases.notPublic}</span>
      )}
    </li>
  );
}
