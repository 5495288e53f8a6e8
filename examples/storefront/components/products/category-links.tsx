import Link from "next/link";
import type { CategoryNode } from "@vitrine/client";
import { categoryPath } from "@/lib/catalog";
import { currentLocale } from "@/lib/locale";

/** The categories below the one that is shown. */
export async function CategoryLinks({ categories }: { categories: readonly CategoryNode[] }) {
  const { locale, words } = await currentLocale();
  if (categories.length === 0) return null;
  return (
    <nav aria-label={words.list.subcategories}>
      <ul className="chips">
        {categories.map(({ id, slug, title, productCount }) => (
          <li key={id}>
            <Link href={`/${locale}${categoryPath(slug)}`} prefetch={false}>
              {title} <span className="soft">{productCount}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
