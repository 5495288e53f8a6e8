import { useQueryClient } from "@tanstack/react-query";
import type { Translation } from "@vitrine/client/admin";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { sentDraft } from "../draft/block.ts";
import { toast, tellProblem } from "../parts/toast.tsx";
import { pathOfDocument } from "./document-path.ts";
import { unlessInUse } from "./in-use.tsx";
import { useOpenDocument } from "./open-document.tsx";
import { storefrontAddress } from "./storefront-address.ts";

/** What can be done with the open document besides editing and publishing it. Each tells how it went; what can be undone has a button for it. */
export function useDocumentActions() {
  const { api, key, slug, site } = useSite();
  const { documents, document, translation, store, refresh } = useOpenDocument();
  const queries = useQueryClient();
  const { editor, app } = texts;
  const { id } = document;
  const { locale } = translation;
  const renew = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: [...key, "documents"] });
  };
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await store.getState().flush();
      await act();
    } catch (error) {
      tellProblem(error);
    } finally {
      renew();
    }
  };
  const revision = async () => {
    const latest = await api.content.getDocument({ documents, id });
    return { document: latest.revision, translation: latest.translations.find((each) => each.locale === locale)?.revision ?? 0 };
  };
  /** Puts other content in the place of the draft. Undo also works after the person has left the document. */
  const replaceDraft = (act: (revision: number) => Promise<Translation>, done: string) =>
    attempt(async () => {
      const replacement = await store.getState().replace(act);
      const { before, revision: now } = replacement;
      const run = () => {
        if (replacement.undo()) return;
        void attempt(() => api.content.saveDraft({ documents, id, locale, revision: now, ...sentDraft(before) }));
      };
      toast(done, { label: app.undo, run });
    });
  return {
    view() {
      if (site.storefrontUrl === null || !translation.published) return;
      open(storefrontAddress(site.storefrontUrl, translation.published.slug), "_blank", "noreferrer");
    },
    duplicate: (go: (path: string) => void) =>
      attempt(async () => {
        const copy = await api.content.duplicateDocument({ documents, id });
        go(`/sites/${slug}${pathOfDocument(copy, locale)}`);
      }),
    restore: (number: number) =>
      replaceDraft(
        (revision) => api.content.restoreVersion({ documents, id, locale, number: String(number), revision }),
        texts.history.restored,
      ),
    discard: () => replaceDraft((revision) => api.content.discardDraft({ documents, id, locale, revision }), editor.discarded),
    unpublish: () =>
      attempt(async () => {
        const isDone = await unlessInUse(editor.unpublish, async (force) =>
          api.content.unpublishTranslation({ documents, id, locale, revision: (await revision()).translation, force }),
        );
        if (isDone) toast(editor.unpublished);
      }),
    trash: (leave: () => void): Promise<void> =>
      attempt(async () => {
        const isDone = await unlessInUse(editor.trash, async (force) =>
          api.content.trashDocument({ documents, id, revision: (await revision()).document, force }),
        );
        if (!isDone) return;
        leave();
        toast(editor.trashed, {
          label: app.undo,
          run: () => void api.content.restoreDocument({ id }).then(renew, tellProblem),
        });
      }),
  };
}
