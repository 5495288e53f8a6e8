import { cache } from "react";
import type { Picture } from "@vitrine/client";
import { found, reader } from "@/lib/vitrine";
import { site } from "@/site.config";

/** What the site says about itself. */
export interface SiteSettings {
  title: string;
  description?: string;
  logo?: Picture;
  /** The last line of every page. */
  footer?: string;
  email?: string;
  /** The set of colours, as styles/base.css has them. */
  theme?: string;
}

export interface NavigationLink {
  label: string;
  /** As content has it: /pages/about, or a full address. */
  href: string;
}

/** The entry of the content type `settings`. A site without one has the name of site.config.ts. */
export const siteSettings = cache(async (locale: string): Promise<SiteSettings> => {
  const entry = await firstEntry("settings", locale);
  const { title, description, logo, footer, email, theme } = entry ?? {};
  const text = (name: string, value: unknown) => (typeof value === "string" && value.trim() !== "" ? { [name]: value } : {});
  return {
    title: site.name,
    ...text("title", title),
    ...text("description", description),
    ...text("footer", footer),
    ...text("email", email),
    ...text("theme", theme),
    ...(isPicture(logo) ? { logo } : {}),
  };
});

/** The links of the entry of the content type `navigation`; undefined where a site has none, and its menu follows from its content. */
export const siteNavigation = cache(async (locale: string): Promise<{ links?: NavigationLink[]; footerLinks?: NavigationLink[] }> => {
  const { links, footerLinks } = (await firstEntry("navigation", locale)) ?? {};
  return { ...linksIn("links", links), ...linksIn("footerLinks", footerLinks) };
});

/** The data of the first entry of a type, in the default locale if it is not translated. A site need not have the type. */
async function firstEntry(contentTypeSlug: string, locale: string): Promise<Record<string, unknown> | undefined> {
  const { content } = await reader();
  for (const each of new Set([locale, site.defaultLocale])) {
    const list = await found(content.listEntries({ contentTypeSlug, locale: each, pageSize: 1 }));
    if (!list) return undefined;
    const [entry] = list.data;
    if (entry) return entry.data;
  }
  return undefined;
}

function linksIn(name: "links" | "footerLinks", value: unknown): Record<string, NavigationLink[]> {
  if (!Array.isArray(value)) return {};
  const links = value.filter(
    (link: unknown): link is NavigationLink =>
      typeof link === "object" &&
      link !== null &&
      "label" in link &&
      "href" in link &&
      typeof link.label === "string" &&
      typeof link.href === "string",
  );
  return links.length > 0 ? { [name]: links } : {};
}

function isPicture(value: unknown): value is Picture {
  return typeof value === "object" && value !== null && "url" in value && typeof value.url === "string";
}
