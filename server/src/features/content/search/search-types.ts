import { isSlug } from "../../../lib/text/slug.ts";
import { queryError } from "../queries/index.ts";
import { pageContentType } from "../rendering/index.ts";

/** The kinds of items that a search finds. */
export const searchedKinds = ["page", "entry", "product", "category"] as const;

const mostTypes = 20;
const ofEntries = "entry:";

/**
 * The parameter `types` in the one spelling that means the same; nothing where it leaves nothing out. Throws `invalid_query`. Whether the
 * site has the content types is another question.
 */
export function canonicalTypes(text: string | undefined): { types?: string } {
  if (text === undefined) return {};
  const typeNames = new Set(text.split(","));
  if (typeNames.size > mostTypes)
    throw queryError("types", `names more than ${mostTypes} types; name fewer, or entry for all content types`);
  for (const type of typeNames) {
    const isKind = (searchedKinds as readonly string[]).includes(type);
    if (!isKind && !isContentType(type)) {
      throw queryError(
        "types",
        "names an unknown type; possible are page, entry, entry:<content type>, product and category, separated by commas",
      );
    }
  }
  const distinct = [...typeNames].filter((type) => !type.startsWith(ofEntries) || !typeNames.has("entry"));
  return searchedKinds.every((kind) => typeNames.has(kind)) ? {} : { types: distinct.sort().join() };
}

function isContentType(type: string): boolean {
  const slug = type.slice(ofEntries.length);
  return type.startsWith(ofEntries) && isSlug(slug) && slug !== pageContentType;
}

/** The kinds and content types that a search looks among. */
export interface SearchedTypes {
  kinds: ReadonlySet<string>;
  /** The content types whose entries are wanted; undefined: all. */
  contentTypes: readonly string[] | undefined;
}

/** Reads the parameter in its canonical spelling. */
export function searchedTypes(types: string | undefined): SearchedTypes {
  const typeNames = types?.split(",") ?? searchedKinds;
  const named = typeNames.filter((type) => type.startsWith(ofEntries)).map((type) => type.slice(ofEntries.length));
  return {
    kinds: new Set(typeNames.map((type) => type.split(":")[0] ?? "")),
    contentTypes: typeNames.includes("entry") ? undefined : named,
  };
}
