// The name of a site. The public API does not tell it: a frontend of your own knows whose it is, and needs none of this.

import { demo } from "./api.js";

const shortest = (text) => (typeof text === "string" && text.trim() !== "" && text.length <= 30 ? text.trim() : undefined);

/** The page that a site begins with. */
export const homeOf = (pages) => pages.find(({ slug }) => slug === "home") ?? pages[0];

/**
 * The demo's is known. That of another site is what its first page opens with, as in the starter, whose opening is bound to the name
 * of the site; or else the page's title. An empty text where there is no page.
 */
export function nameOf(pages, key) {
  if (key === demo.key) return demo.name;
  const home = homeOf(pages);
  const opening = home?.composition.find(({ type }) => type === "hero");
  return shortest(opening?.props?.title) ?? home?.title ?? "";
}
