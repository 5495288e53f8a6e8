import { Type } from "typebox";

const segment = "[a-z0-9]+(?:-[a-z0-9]+)*";
export const slugPattern = `^${segment}$`;
export const pageSlugPattern = `^${segment}(?:/${segment})*$`;
export const siteSlugPattern = "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$";
const maxSlugLength = 200;

/** One segment: the slug of an entry, a type, a site. */
export const Slug = Type.String({ pattern: slugPattern, maxLength: maxSlugLength, examples: ["hello-world"] });

/** One or more segments: the slug of a page. */
export const PageSlug = Type.String({ pattern: pageSlugPattern, maxLength: maxSlugLength, examples: ["docs/start"] });

/** The slug of a site: a label of a host name, as it may become part of one. */
export const SiteSlug = Type.String({ pattern: siteSlugPattern, minLength: 2, maxLength: 63, examples: ["my-shop"] });

const siteSlugForm = new RegExp(siteSlugPattern);
const slugForm = new RegExp(slugPattern);
const pageSlugForm = new RegExp(pageSlugPattern);

/** Whether a path parameter can be a slug. If not, no database query is needed. */
export function isSlug(text: string): boolean {
  return text.length <= maxSlugLength && slugForm.test(text);
}

export function isPageSlug(text: string): boolean {
  return text.length <= maxSlugLength && pageSlugForm.test(text);
}

export function isSiteSlug(text: string): boolean {
  return text.length >= 2 && text.length <= 63 && siteSlugForm.test(text);
}
