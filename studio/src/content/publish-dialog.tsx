import { isAdminError, type PublishTranslationInput } from "@vitrine/client/admin";
import { useState } from "react";
import { describeProblem } from "../app/problems.ts";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName, plural, texts } from "../app/texts.ts";
import { openComments } from "../comments/comments-state.ts";
import { useOpenThreads } from "../comments/threads.ts";
import { contentOf } from "../draft/saver-state.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { toast } from "../parts/toast.tsx";
import { Contributors } from "./contributors.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { useDocumentActions } from "./document-actions.ts";
import styles from "./editor.module.css";
import { useDraft, useOpenDocument } from "./open-document.tsx";
import { goToField } from "./selection.ts";
import { useErrorWords } from "./use-error-messages.ts";

interface PublishDialogProps {
  isOpen: boolean;
  onClose(): void;
  onSchedule(): void;
  onRelease(): void;
}

/** Shows what a publication changes and what it still needs, and publishes exactly that. */
export function PublishDialog({ isOpen, ...props }: PublishDialogProps) {
  return isOpen && <Publication {...props} />;
}

type Companions = NonNullable<PublishTranslationInput["with"]>;
interface Unpublished {
  document: string;
  locale: string;
  revision: number;
  title?: string;
}

function Publication({ onClose, onSchedule, onRelease }: Omit<PublishDialogProps, "isOpen">) {
  const { api, site } = useSite();
  const { documents, document, translation, store, refresh } = useOpenDocument();
  const { view } = useDocumentActions();
  const draft = useDraft((each) => each.draft);
  const problems = useDraft((each) => each.problems);
  const errorWords = useErrorWords();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [companions, setCompanions] = useState<readonly Unpublished[]>([]);
  const { editor, app } = texts;
  const { comments } = reviewTexts;
  const openThreads = useOpenThreads().length;
  const { locale, published } = translation;

  const publish = async (withThese: Companions) => {
    setBusy(true);
    setError(undefined);
    try {
      const { status, revision } = await store.getState().flush();
      if (status !== "saved") return setError(editor.status[status]);
      await api.content.publishTranslation({
        documents,
        id: document.id,
        locale,
        revision,
        ...(withThese.length > 0 ? { with: withThese } : {}),
      });
      onClose();
      toast(editor.publishedNow, site.storefrontUrl === null ? undefined : { label: editor.view, run: view });
    } catch (error) {
      if (isAdminError(error, "references_unpublished")) {
        const { references } = error as unknown as { references?: readonly Unpublished[] };
        setCompanions(references ?? []);
        setError(editor.unpublishedTargets);
      } else setError(describeProblem(error));
    } finally {
      refresh();
      setBusy(false);
    }
  };

  return (
    <Dialog
      isOpen
      isWide
      title={editor.publishAs(localeName(locale))}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onSchedule}>
            {editor.schedule}
          </Button>
          <Button variant="quiet" onPress={onRelease}>
            {texts.releases.into.open}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
          <Button
            variant="primary"
            isDisabled={isBusy || problems.length > 0}
            onPress={() =>
              void publish(companions.map(({ document: id, locale: of, revision }) => ({ document: id, locale: of, revision })))
            }
          >
            {companions.length > 0 ? editor.publishThese : editor.publish}
          </Button>
        </>
      }
    >
      {problems.length > 0 && (
        <section className={styles.problems} aria-label={editor.missing}>
          <h3>{plural(problems.length, editor.problems)}</h3>
          <ul>
            {problems
              .map(({ path, code }) => ({ path, code, ...errorWords(draft, { path, code }) }))
              .map(({ path, code, field, words }) => (
                <li key={path + code}>
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => {
                      onClose();
                      goToField(draft, path);
                    }}
                  >
                    {field}
                  </button>
                  {words}
                </li>
              ))}
          </ul>
        </section>
      )}
      {companions.length > 0 && (
        <ul>
          {companions.map(({ document: id, title, locale: of }) => (
            <li key={id + of}>
              {title ?? id} ({localeName(of)})
            </li>
          ))}
        </ul>
      )}
      {openThreads > 0 && (
        <p>
          {plural(openThreads, comments.open)}. {comments.publishing}{" "}
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              onClose();
              openComments();
            }}
          >
            {comments.look}
          </button>
        </p>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      )}
      <section aria-label={editor.changes} className="stack">
        {published && <Contributors />}
        {published ? (
          <DifferenceList before={contentOf({ draft: null, published })} after={draft} empty={editor.unchanged} />
        ) : (
          <p>{editor.firstTime}</p>
        )}
      </section>
    </Dialog>
  );
}
