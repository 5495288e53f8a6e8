/** The parameters of a preview link, for `getPreview`; undefined if it is not one. */
export function parsePreviewLink(link: string | URL): { token: string; locale?: string } | undefined {
  const [, token, query] = /\/preview\/([\w-]+)\/?(?:\?([^#]*))?(?:#.*)?$/.exec(String(link)) ?? [];
  if (token === undefined) return undefined;
  const locale = new URLSearchParams(query).get("locale");
  return { token, ...(locale ? { locale } : {}) };
}
