import type { ResolvedPage } from "@vitrine/client/admin";
import { useEffect, useState } from "react";
import { useSite } from "../app/site.tsx";
import { sentDraft } from "../draft/block.ts";
import { useDraft, useOpenDocument } from "./open-document.tsx";

/** The draft as the public would see it, a moment after each change: references and bindings are resolved by the server, one question at a time, and none unless somebody looks. */
export function useResolvedPage(isWanted: boolean): ResolvedPage | undefined {
  const { api } = useSite();
  const { translation } = useOpenDocument();
  const draft = useDraft((each) => each.draft);
  const [page, setPage] = useState<ResolvedPage>();
  const { locale } = translation;
  useEffect(() => {
    if (!isWanted) return undefined;
    const ending = new AbortController();
    const { title, seo, composition } = sentDraft(draft);
    const ask = () =>
      api.content
        .resolvePage({ locale, title, ...(seo ? { seo } : {}), composition: composition ?? [] }, { signal: ending.signal })
        .then(setPage, () => undefined);
    // Keystrokes that follow each other at once make one question.
    const timer = setTimeout(() => void ask(), settleMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [api, draft, locale, isWanted]);
  return page;
}

const settleMs = 25;
