import Link from "next/link";
import { CartLink } from "@/components/cart/cart-link";
import { Icon } from "@/components/icon";
import { listCategories } from "@/lib/catalog";
import { listGuides, listPosts } from "@/lib/content";
import { currentLocale } from "@/lib/locale";
import { site } from "@/site.config";

/** The name of the site, its menu, and what visitors look for. On a phone, the menu opens below. */
export async function SiteHeader() {
  const { locale, words } = await currentLocale();
  const [categories, posts, guides] = await Promise.all([listCategories(), listPosts(locale), listGuides(locale)]);
  const links = [
    ...categories.slice(0, 4).map(({ slug, title }) => ({ href: `/${locale}/categories/${slug}`, title })),
    { href: `/${locale}/categories`, title: words.shop },
    // A site need not have either.
    ...(posts.length > 0 ? [{ href: `/${locale}/blog`, title: words.journal }] : []),
    ...(guides.length > 0 ? [{ href: `/${locale}/guides`, title: words.guides }] : []),
  ];
  return (
    <header className="site-header">
      <Link className="wordmark" href={`/${locale}`}>
        {site.name}
      </Link>
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

function MenuList({ links }: { links: { href: string; title: string }[] }) {
  return (
    <ul>
      {links.map(({ href, title }) => (
        <li key={href}>
          <Link href={href} prefetch={false}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
