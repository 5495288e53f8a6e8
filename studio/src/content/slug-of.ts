import { useEffect, useState } from "react";

let transliterate: ((text: string) => string) | undefined;

/**
 * Loads the letters of all scripts, if the title has others than Latin letters with accents. Where they cannot be loaded, the slug is made without
 * them.
 */
export async function loadScripts(title: string): Promise<void> {
  if (transliterate || !needsScripts(latinOf(title))) return;
  ({ transliterate } = await import("transliteration").catch(() => ({ transliterate: undefined })));
}

/**
 * A slug made of a title: lower case, in ASCII, words by hyphens. Empty, if the title has no letter and no digit. Titles in other scripts want
 * `loadScripts` before.
 */
export function slugOf(title: string): string {
  const latin = latinOf(title);
  const ascii = transliterate && needsScripts(latin) ? transliterate(latin.normalize("NFC")) : latin.replace(/\p{M}/gu, "");
  return ascii
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|-+$/g, "");
}

/** The slug of a title that a person types. */
export function useSlugOf(title: string): string {
  const [, setLoaded] = useState(transliterate !== undefined);
  useEffect(() => void loadScripts(title).then(() => setLoaded(transliterate !== undefined)), [title]);
  return slugOf(title);
}

/** Accents are marks of their own, except for the umlauts, which German writes as two letters. */
function latinOf(title: string): string {
  return title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFKD");
}

const needsScripts = (latin: string) => /(?!\p{ASCII})[\p{L}\p{N}]/u.test(latin);

/** Whether a text has the form of a slug: words of small letters and digits with a hyphen between two of them. */
export const isSlug = (text: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
