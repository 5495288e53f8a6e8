"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";

/**
 * The same page in the other languages. Slugs differ by locale; the page itself names its translations for search engines, and these links
 * follow it. Without a translation they keep the path: the server then answers with the language that there is.
 */
export function LocaleLinks({ current, locales }: { current: string; locales: { locale: string; name: string }[] }) {
  const pathname = usePathname();
  const [translations, setTranslations] = useState<Record<string, string>>({});

  useEffect(() => {
    const links = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=alternate][hreflang]")];
    setTranslations(Object.fromEntries(links.map(({ hreflang, href }) => [hreflang.toLowerCase(), new URL(href).pathname])));
  }, [pathname]);

  const rest = pathname.split("/").slice(2).join("/");
  return (
    <ul>
      {locales.map(({ locale, name }) => (
        <li key={locale}>
          <a
            href={translations[locale.toLowerCase()] ?? `/${locale}${rest && `/${rest}`}`}
            lang={locale}
            hrefLang={locale}
            aria-current={locale === current ? "true" : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
