import { pageContentType } from "../rendering/index.ts";
import type { BundleEntry, BundlePage } from "./schema.ts";

/** The values that all translations of a document share. */
export interface DocumentName {
  contentType: string;
  name: string;
}

export function pageName({ page, slug }: BundlePage): DocumentName {
  return { contentType: pageContentType, name: page ?? slug };
}

export function entryName({ contentType, entry, slug }: BundleEntry): DocumentName {
  return { contentType, name: entry ?? slug };
}
