import { locale as localeParameter } from "next/root-params";
import { notFound } from "next/navigation";
import { isLocale } from "@/lib/locale-words";
import { messagesOf, type Locale, type Messages } from "@/messages";

/** The locale of the address that is being rendered, and the storefront's words in it. For server components. */
export async function currentLocale(): Promise<{ locale: Locale; words: Messages }> {
  const value = await localeParameter();
  // app/[locale] matches any first segment.
  if (!isLocale(value)) notFound();
  return { locale: value, words: messagesOf(value) };
}
