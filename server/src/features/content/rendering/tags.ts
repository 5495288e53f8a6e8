/** The responses that name a document by this slug, in any locale. Every change of a document touches each of its slugs. */
export const slugTag = (contentType: string, slug: string) => `document:${contentType}/${slug}`;

/** The responses that refer to a document, shown or not. */
export const documentTag = (id: string) => `document:${id}`;

/** The lists of a content type's documents. */
export const listTag = (contentType: string) => `documents:${contentType}`;

/** The searches of documents in a locale, which find words by those that all of its documents have. */
export const wordsTag = (locale: string) => `words:${locale}`;

export const blockTypesTag = "block-types";

/** The responses to requests that name references of block types or content types. */
export const typesTag = "types";
