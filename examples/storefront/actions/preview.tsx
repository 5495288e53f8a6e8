"use server";

import type { ReactNode } from "react";
import type { Block } from "@vitrine/client";
import type { PreviewedPage } from "@vitrine/client/preview";
import { redirect } from "next/navigation";
import { InLanguage } from "@/components/in-language";
import { PageView } from "@/components/page-view";
import { DraftBlock } from "@/components/preview/draft-block";
import { localeOf } from "@/lib/locale-words";
import { enterRelease, leaveRelease } from "@/lib/release-cookie";
import { settings } from "@/lib/settings";
import { isReleaseToken } from "@/lib/vitrine";

/** A draft that is being written in the studio, made of the components of published pages. Nothing is stored. */
export async function renderDraft({ locale, title, composition }: PreviewedPage): Promise<ReactNode> {
  if (settings.studioOrigins.length === 0) return null;
  return (
    <InLanguage contentLocale={locale}>
      <PageView title={title} composition={composition as readonly Block[]} Frame={DraftBlock} />
    </InLanguage>
  );
}

/** From now on, this browser sees the site as it will be after a release. Answers whether the token of the preview is valid. */
export async function previewRelease(token: string): Promise<boolean> {
  const isValid = await isReleaseToken(String(token));
  if (isValid) await enterRelease(String(token));
  return isValid;
}

export async function endReleasePreview(asked: string): Promise<void> {
  const { locale } = localeOf(asked);
  await leaveRelease();
  redirect(`/${locale}`);
}
