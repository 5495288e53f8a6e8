import Link from "next/link";
import { Picture } from "@/components/picture";
import { currentLocale } from "@/lib/locale";
import { siteSettings } from "@/lib/site-settings";

/** The name or the logo of the site, which leads to its first page. */
export async function Wordmark() {
  const { locale } = await currentLocale();
  const { title, logo } = await siteSettings(locale);
  return (
    <Link className="wordmark" href={`/${locale}`}>
      {logo ? <Picture picture={{ ...logo, alt: title }} sizes="12rem" isFirst /> : title}
    </Link>
  );
}
