import { transliterate } from "transliteration";

/** The name of a folder as a slug: 3 to 40 small letters, digits and hyphens. */
export function slugOf(name) {
  // Some file systems store an accent as a mark of its own.
  const words = transliterate(name.normalize("NFKC"))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  return words.length >= 3 ? words : `my-${words || "shop"}`;
}

/** A slug as people write it: "corner-bakery" is "Corner bakery". */
export function nameOf(slug) {
  const words = slug.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
