import { isAdminError, type ResolvedPage } from "@vitrine/client/admin";
import { useEffect, useState } from "react";
import { describeProblem } from "../app/problems.ts";
import { useSite } from "../app/site.tsx";
import { sentDraft } from "../draft/block.ts";
import { useDraft, useOpenDocument } from "./open-document.tsx";

/** The draft as the public would see it, a moment after each change: references and bindings are resolved by the server, one question at a time, and none unless somebody looks. */
export function useResolvedPage(isWanted: boolean): { page: ResolvedPage | undefined; fault: string | undefined } {
  const { api } = useSite();
  const { translation } = useOpenDocument();
  const draft = useDraft((each) => each.draft);
  const [page, setPage] = useState<ResolvedPage>();
  const [error, setFault] = useState<string>();
  const { locale } = translation;
  useEffect(() => {
    if (!isWanted) return undefined;
    const ending = new AbortController();
    const { title, seo, composition } = sentDraft(draft);
    const ask = () =>
      api.content.resolvePage({ locale, title, ...(seo ? { seo } : {}), composition: composition ?? [] }, { signal: ending.signal }).then(
        (resolved) => {
          setPage(resolved);
          setFault(undefined);
        },
        // Without a network the page stays as it was: the status of the draft tells.
        (error: unknown) =>
          !ending.signal.aborted && setFault(isAdminError(error) && error.status === 400 ? describeProblem(error) : undefined),
      );
    // Keystrokes that follow each other at once make one question.
    const timer = setTimeout(() => void ask(), settleMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [api, draft, locale, isWanted]);
  return { page, fault: error };
}

const settleMs = 25;
