import { ContentLink } from "@/components/content-link";
import { LocaleLinks } from "@/components/shell/locale-links";
import { listPages, pagePath } from "@/lib/content";
import { currentLocale } from "@/lib/locale";
import { siteNavigation, siteSettings } from "@/lib/site-settings";
import { messagesOf } from "@/messages";
import { site } from "@/site.config";

/** The pages of the site, and the languages it comes in. */
export async function SiteFooter() {
  const { locale, words } = await currentLocale();
  const { title, footer, email } = await siteSettings(locale);
  const { footerLinks = await linksOfPages(locale) } = await siteNavigation(locale);
  return (
    <footer className="site-footer">
      <div>
        <p className="wordmark">{title}</p>
        {footer && <p className="soft small">{footer}</p>}
        {email && (
          <p className="small">
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
      </div>
      <nav aria-label={words.pages}>
        <ul>
          {footerLinks.map(({ href, label }) => (
            <li key={`${href} ${label}`}>
              <ContentLink href={href} prefetch={false}>
                {label}
              </ContentLink>
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

/** Pages below others, such as care/oiled-oak, are linked where they belong. */
async function linksOfPages(locale: string) {
  const pages = (await listPages(locale)).filter(({ slug }) => slug !== "home" && !slug.includes("/"));
  return pages.map(({ slug, title }) => ({ href: pagePath(slug), label: title }));
}
