/** Where the studio edits a document, below the site's address. */
export function pathOfDocument({ id, contentType }: { id: string; contentType: string }, locale: string): string {
  return contentType === "page" ? `/pages/${id}/${locale}` : `/entries/${contentType}/${id}/${locale}`;
}
