import { Type } from "typebox";
import { invalidQuery, ProblemError } from "./problem.ts";

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
