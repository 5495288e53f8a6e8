import type { ReactNode } from "react";
import { currentLocale } from "@/lib/locale";
import { fill } from "@/messages/fill";

/** Content, marked with its language. What is not translated comes in the site's default locale, and visitors are told. */
export async function InLanguage({ contentLocale, children }: { contentLocale: string; children: ReactNode }) {
  const { locale, words } = await currentLocale();
  if (contentLocale === locale) return children;
  const language = new Intl.DisplayNames([locale], { type: "language" }).of(contentLocale) ?? contentLocale;
  return (
    <>
      <p className="notice">{fill(words.notTranslated, { language })}</p>
      <div lang={contentLocale}>{children}</div>
    </>
  );
}
