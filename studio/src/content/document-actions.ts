import { useQueryClient } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { tell, tellProblem } from "../parts/toast.tsx";
import { pathOfDocument } from "./document-path.ts";
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
    discard: () =>
      attempt(async () => {
        const before = await api.content.listVersions({ documents, id, locale, pageSize: 1 });
        await api.content.discardDraft({ documents, id, locale, revision: (await revision()).translation });
        tell(editor.discard, {
          label: app.undo,
          run: () =>
            void attempt(async () => {
              const { data } = await api.content.listVersions({ documents, id, locale, pageSize: 1 });
              const kept = data[0];
              if (!kept || kept.number === before.data[0]?.number) return;
              await api.content.restoreVersion({
                documents,
                id,
                locale,
                number: String(kept.number),
                revision: (await revision()).translation,
              });
            }),
        });
      }),
    unpublish: () =>
      attempt(async () => {
        await api.content.unpublishTranslation({ documents, id, locale, revision: (await revision()).translation });
        tell(editor.unpublished);
      }),
    trash: (leave: () => void): Promise<void> =>
      attempt(async () => {
        try {
          await api.content.trashDocument({ documents, id, revision: (await revision()).document });
        } catch (error) {
          if (!isAdminError(error, "in_use")) throw error;
          tell(texts.editor.inUse, { label: editor.trash, run: () => void trashUsed(leave) });
          return;
        }
        leave();
        tell(editor.trashed, {
          label: app.undo,
          run: () => void api.content.restoreDocument({ id }).then(renew, tellProblem),
        });
      }),
  };

  /** What refers to the document is told first, and shows nothing there afterwards. */
  async function trashUsed(leave: () => void): Promise<void> {
    try {
      await api.content.trashDocument({ documents, id, revision: (await revision()).document, force: true });
      leave();
    } catch (error) {
      tellProblem(error);
    } finally {
      renew();
    }
  }
}
