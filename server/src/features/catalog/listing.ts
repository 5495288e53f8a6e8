import { Type } from "typebox";
import { invalidQuery, ProblemError } from "../../lib/http/problem.ts";
import { searchTerms } from "../../lib/text/search-text.ts";

/**
 * A search text in one spelling. A text without a letter or digit becomes a hyphen: a search that finds nothing, unlike an empty text,
 * which is no search.
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

/** The query parameter for an order, `field` or `field:direction`. */
export function sortParameter(fields: readonly string[], fallback: string) {
  return Type.Optional(
    Type.String({
      description: `\`field\` or \`field:direction\`: ${fields.map((field) => `\`${field}\``).join(", ")}; \`asc\` (default) or \`desc\`. Default: ${fallback}.`,
      examples: [`${fields[0] ?? ""}:desc`],
    }),
  );
}

/** The requested order as `field:direction`, one of the fields. Throws `invalid_query`. */
export function sortOf(
  asked: string | undefined,
  fields: readonly string[],
  fallback: { field: string; direction: "asc" | "desc" },
): string {
  if (asked === undefined) return `${fallback.field}:${fallback.direction}`;
  const [field = "", direction = "asc", ...rest] = asked.split(":");
  if (!fields.includes(field) || (direction !== "asc" && direction !== "desc") || rest.length > 0) {
    throw new ProblemError(invalidQuery, {
      detail: `sort must be one of ${fields.join(", ")}, with :asc or :desc.`,
      errors: [{ path: "/sort", code: "enum", message: `must be one of ${fields.join(", ")}, with :asc or :desc` }],
    });
  }
  return `${field}:${direction}`;
}
