import { useQuery } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import { create } from "zustand";
import { useSite } from "../app/site.tsx";
import { readDraft, type EditedDraft } from "../draft/block.ts";
import { equal, valueAt } from "../draft/json.ts";
import { contentOf } from "../draft/saver-state.ts";
import type { Original } from "../fields/original-text.tsx";
import { useOpenDocument } from "./open-document.tsx";

/** The locale whose texts stand beside the fields; null: none. */
export const useBeside = create<{ locale: string | null }>()(() => ({ locale: null }));

interface OpenOriginal {
  locale: string;
  isShown: boolean;
  /** As it is edited. */
  content: EditedDraft;
  /** As it was when the text that is edited was published, if that is known. */
  before: EditedDraft | undefined;
  /** The text that is edited, as it was published. */
  published: EditedDraft | undefined;
}

export const OriginalContext = createContext<OpenOriginal | undefined>(undefined);

/** The original of the open translation: the locale that was chosen, or else the site's default one. */
export function useOpenOriginal(): OpenOriginal | undefined {
  const { site } = useSite();
  const { document, translation } = useOpenDocument();
  const chosen = useBeside(({ locale }) => locale);
  const find = (locale: string | null) =>
    locale === translation.locale ? undefined : document.translations.find((each) => each.locale === locale);
  const beside = find(chosen);
  const original = beside ?? find(site.defaultLocale);
  const before = useEarlier(original?.locale);
  return useMemo(() => {
    if (!original) return undefined;
    const published = translation.published ? readDraft(translation.published) : undefined;
    return { locale: original.locale, isShown: original === beside, content: contentOf(original), before, published };
  }, [original, beside, translation.published, before]);
}

/** A locale of the open document as it was when the open translation was last published. */
function useEarlier(locale = ""): EditedDraft | undefined {
  const { api, key } = useSite();
  const { documents, document, translation } = useOpenDocument();
  const { id } = document;
  const at = translation.published?.publishedAt;
  const { data } = useQuery({
    queryKey: [...key, "earlier", id, translation.locale, locale, at],
    enabled: locale !== "" && at !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      const listed = (of: string) => api.content.listVersions({ documents, id, locale: of, pageSize: 100 });
      const [ownVersions, versions] = await Promise.all([listed(translation.locale), listed(locale)]);
      // Imported content says itself when it was published; the history has the time at which it was.
      const published = ownVersions.data.find(({ kind }) => kind === "publication");
      const last = published && versions.data.find((version) => version.at <= published.at);
      if (!last) return null;
      return readDraft((await api.content.getVersion({ documents, id, locale, number: String(last.number) })).content);
    },
  });
  return data ?? undefined;
}

/** The original of a part of the open document, for a form; undefined if it has no such part. `select` must stay the same. */
export function useOriginalOf(select: (draft: EditedDraft) => unknown): Original | undefined {
  const original = use(OriginalContext);
  return useMemo(() => {
    if (!original) return undefined;
    const { locale, isShown, content, before, published } = original;
    const value = select(content);
    if (value === undefined) return undefined;
    const [earlier, public_] = [before && select(before), published && select(published)];
    const hasChanged = (path: string, now: unknown) =>
      earlier !== undefined &&
      public_ !== undefined &&
      !equal(valueAt(earlier, path), valueAt(value, path)) &&
      equal(valueAt(public_, path), now);
    return { locale, isShown, value, hasChanged };
  }, [original, select]);
}
