/** The storefront's site.config.ts for the starter's site: its name, and the one locale that it begins with. */
export function siteConfigText(text, name) {
  return replaceOnce(replaceOnce(text, /name: "[^"]*"/, `name: ${JSON.stringify(name)}`), /locales: \[[^\]]*\]/, 'locales: ["en"]');
}

/** A template that changed must not go unnoticed. */
function replaceOnce(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`site.config.ts has nothing like ${pattern}.`);
  return text.replace(pattern, () => replacement);
}
