import Link from "next/link";
import { JsonLd } from "@/components/json-ld";
import { currentLocale } from "@/lib/locale";
import { absoluteUrl } from "@/lib/settings";

export interface Crumb {
  /** With the locale. */
  path: string;
  title: string;
}

/** The way from the first page to this one, for visitors and for search engines. The last crumb is this page. */
export async function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { locale, words } = await currentLocale();
  const all = [{ path: `/${locale}`, title: words.home }, ...crumbs];
  return (
    <nav className="breadcrumbs" aria-label={words.breadcrumbs}>
      <ol>
        {all.map(({ path, title }, index) => (
          <li key={path}>
            {index === all.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <Link href={path} prefetch={false}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <JsonLd
        data={{
          "@type": "BreadcrumbList",
          itemListElement: all.map(({ path, title }, index) => ({
            "@type": "ListItem",
            position: index + 1,
            name: title,
            item: absoluteUrl(path),
          })),
        }}
      />
    </nav>
  );
}
