import Link from "next/link";
import { CartLink } from "@/components/cart/cart-link";
import { ContentLink } from "@/components/content-link";
import { Icon } from "@/components/icon";
import { Wordmark } from "@/components/shell/wordmark";
import { categoryPath, listCategories } from "@/lib/catalog";
import { listGuides, listPosts } from "@/lib/content";
import { currentLocale } from "@/lib/locale";
import { siteNavigation, type NavigationLink } from "@/lib/site-settings";

/** The name of the site, its menu, and what visitors look for. On a phone, the menu opens below. */
export async function SiteHeader() {
  const { locale, words } = await currentLocale();
  const { links = await linksOfContent() } = await siteNavigation(locale);
  return (
    <header className="site-header">
      <Wordmark />
      <nav className="menu-wide" aria-label={words.mainMenu}>
        <MenuList links={links} />
      </nav>
      <div className="header-tools">
        <Link href={`/${locale}/search`} className="tool" aria-label={words.search.title} prefetch={false}>
          <Icon name="search" />
        </Link>
        <Link href={`/${locale}/account`} className="tool" aria-label={words.account} prefetch={false}>
          <Icon name="person" />
        </Link>
        <CartLink locale={locale} title={words.cart.title} count={words.cart.count}>
          <Icon name="bag" />
        </CartLink>
        <details className="menu-narrow">
          <summary className="tool" aria-label={words.menu}>
            <Icon name="menu" />
          </summary>
          <nav aria-label={words.menu}>
            <MenuList links={links} />
          </nav>
        </details>
      </div>
    </header>
  );
}

/** The menu of a site without navigation of its own: its first categories, its shop, and what there is to read. */
async function linksOfContent(): Promise<NavigationLink[]> {
  const { locale, words } = await currentLocale();
  const [categories, posts, guides] = await Promise.all([listCategories(locale), listPosts(locale), listGuides(locale)]);
  return [
    ...categories.slice(0, 4).map(({ slug, title }) => ({ href: categoryPath(slug), label: title })),
    { href: "/categories", label: words.shop },
    // A site need not have either.
    ...(posts.length > 0 ? [{ href: "/blog", label: words.journal }] : []),
    ...(guides.length > 0 ? [{ href: "/guides", label: words.guides }] : []),
  ];
}

function MenuList({ links }: { links: readonly NavigationLink[] }) {
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li key={`${href} ${label}`}>
          <ContentLink href={href} prefetch={false}>
            {label}
          </ContentLink>
        </li>
      ))}
    </ul>
  );
}
