import { Type } from "typebox";
import { searchTerms } from "./search-text.ts";

/**
 * A search text in one spelling. A text without a letter or digit becomes a hyphen: a search that finds nothing, unlike an empty text,
 * which is not a search.
 */
export function canonicalSearch(q: string): string {
  return searchTerms(q).join(" ") || "-";
}

/** The query parameter for free text. No stored text contains NUL, so it is refused. */
export function searchParameter(fields: string) {
  return Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: "^[^\\u0000]*$",
      description:
        `Free text, looked for in ${fields}: every word must be found, as the beginning of a word or with a small typing error. ` +
        "The first ten words count. Empty: no search.",
    }),
  );
}
