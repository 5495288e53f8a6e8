import type { Metadata } from "next";
import { currentLocale } from "@/lib/locale";
import type { Messages } from "@/messages";

/** Pages of the account have a title, and are nothing for search engines. */
export const accountMetadata = (title: keyof Messages["accountPages"]) => async (): Promise<Metadata> => {
  const { words } = await currentLocale();
  return { title: String(words.accountPages[title]), robots: { index: false } };
};
