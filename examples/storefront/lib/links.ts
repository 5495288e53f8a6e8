/** The areas of the site that content links to without a locale: /products/fjell-chair. */
const ownPath = /^\/(?:(?:pages|blog|guides|products|categories|search|cart|account)(?:\/[^?#]*)?)?(?:[?#].*)?$/;

/**
 * Where a link in content leads, for visitors of the locale. Undefined where it must not be a link: content may hold anything, such as
 * `javascript:`.
 */
export function contentHref(href: string, locale: string): string | undefined {
  if (ownPath.test(href)) return href === "/" ? `/${locale}` : `/${locale}${href}`;
  if (href.startsWith("#")) return href;
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : undefined;
}
