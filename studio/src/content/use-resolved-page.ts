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
  const [error, setError] = useState<string>();
  const { locale } = translation;
  useEffect(() => {
    if (!isWanted) return undefined;
    const ending = new AbortController();
    const { title, seo, composition } = sentDraft(draft);
    let timer: ReturnType<typeof setTimeout>;
    const ask = (retryMs: number) =>
      api.content.resolvePage({ locale, title, ...(seo ? { seo } : {}), composition: composition ?? [] }, { signal: ending.signal }).then(
        (resolved) => {
          setPage(resolved);
          setError(undefined);
        },
        (error: unknown) => {
          if (ending.signal.aborted) return;
          const isRefused = isAdminError(error) && error.status === 400;
          setError(isRefused ? describeProblem(error) : undefined);
          // Without a network, or while the server is busy, the page stays as it was: the status of the draft tells.
          if (!isRefused) timer = setTimeout(() => void ask(Math.min(2 * retryMs, longestRetryMs)), retryMs);
        },
      );
    // Keystrokes that follow each other at once make one question.
    timer = setTimeout(() => void ask(firstRetryMs), settleMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [api, draft, locale, isWanted]);
  return { page, fault: error };
}

const settleMs = 25;
const [firstRetryMs, longestRetryMs] = [1_000, 15_000];
