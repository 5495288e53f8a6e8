import Link from "next/link";
import { LocaleLinks } from "@/components/shell/locale-links";
import { listPages } from "@/lib/content";
import { currentLocale } from "@/lib/locale";
import { messagesOf } from "@/messages";
import { site } from "@/site.config";

/** The pages of the site, and the languages it comes in. */
export async function SiteFooter() {
  const { locale, words } = await currentLocale();
  // Pages below others, such as care/oiled-oak, are linked where they belong.
  const pages = (await listPages(locale)).filter(({ slug }) => slug !== "home" && !slug.includes("/"));
  return (
    <footer className="site-footer">
      <p className="wordmark">{site.name}</p>
      <nav aria-label={words.pages}>
        <ul>
          {pages.map(({ slug, title }) => (
            <li key={slug}>
              <Link href={`/${locale}/pages/${slug}`} prefetch={false}>
                {title}
              </Link>
            </li>
          ))}
          <li>
            <a href={`/${locale}/feed.xml`}>{words.feed}</a>
          </li>
        </ul>
      </nav>
      {site.locales.length > 1 && (
        <nav aria-label={words.languages}>
          <LocaleLinks current={locale} locales={site.locales.map((each) => ({ locale: each, name: messagesOf(each).languageName }))} />
        </nav>
      )}
    </footer>
  );
}
