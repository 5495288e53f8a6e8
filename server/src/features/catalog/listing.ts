import { Type } from "typebox";
import type { SiteLocales } from "../../lib/text/locale.ts";
import { invalidQuery, ProblemError } from "../../lib/http/problem.ts";

/** The locale, if translations may have words in it: nothing for the default one, whose words products and categories have themselves. */
export function translatedLocale(site: Pick<SiteLocales, "defaultLocale">, locale: string | undefined): string | undefined {
  return locale === site.defaultLocale ? undefined : locale;
}

/** The name of the words of a site's catalogue, or of its translations into a locale, among all that can be searched. */
export function vocabularyIn(locale: string | undefined): string {
  return locale === undefined ? "catalog" : `catalog ${locale}`;
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
