/** Where the studio edits a document, below the site's address; with a pointer into its draft, the editor goes to that field. */
export function pathOfDocument({ id, contentType }: { id: string; contentType: string }, locale: string, field = ""): string {
  const path = contentType === "page" ? `/pages/${id}/${locale}` : `/entries/${contentType}/${id}/${locale}`;
  return field === "" ? path : `${path}?field=${encodeURIComponent(field)}`;
}
