"use client";

import { useEffect, useState, type ReactNode } from "react";
import type { PreviewedPage } from "@vitrine/client/preview";
import { renderDraft } from "@/actions/preview";
import { latestOnly } from "@/lib/latest-only";

interface LivePreviewProps {
  /** The origins of the studios that may show this page. */
  studio: readonly string[];
  locale: string;
  locales: readonly string[];
  /** The published page. */
  children: ReactNode;
}

/** In the studio's frame, shows the draft that is being written there. Anywhere else it loads nothing and shows the page. */
export function LivePreview({ studio, locale, locales, children }: LivePreviewProps) {
  const [draft, setDraft] = useState<ReactNode>();
  useEffect(() => {
    if (window.parent === window || studio.length === 0) return undefined;
    let [isOver, disconnect] = [false, () => {}];
    const show = latestOnly(async (page: PreviewedPage) => {
      const next = await renderDraft(page);
      if (isOver) return;
      setDraft(next);
      // The studio's selection is marked on the blocks of the draft: they have to be there.
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    });
    const render = (page: PreviewedPage): Promise<void> | undefined => {
      if (page.locale === locale || !locales.includes(page.locale)) return show(page);
      // The header and the footer must speak the language of the draft: the frame loads a page in that language, and connects again.
      location.replace(`/${page.locale}`);
      return undefined;
    };
    void import("@vitrine/client/preview").then(({ connectPreview }) => {
      if (!isOver) disconnect = connectPreview({ studio, render });
    });
    return () => {
      isOver = true;
      disconnect();
    };
  }, [studio, locale, locales]);
  return draft ?? children;
}
