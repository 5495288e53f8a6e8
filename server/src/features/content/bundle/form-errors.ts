import { parseJsonPointer, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import type { SchemaError } from "../../../lib/http/validation.ts";
import { canonicalLocale, localePattern } from "../../../lib/text/locale.ts";
import { didYouMean } from "../../../lib/text/did-you-mean.ts";
import { pageSlugPattern, siteSlugPattern, slugPattern } from "../../../lib/text/slug.ts";
import { Bundle } from "./schema.ts";

const slugForm = "must have lower-case letters, digits and single hyphens, such as hello-world";
/** Describes in words, for each pattern of the schema, what a text must be. */
const forms: Readonly<Record<string, string>> = {
  [slugPattern]: slugForm,
  [siteSlugPattern]: slugForm,
  [pageSlugPattern]: `${slugForm} or docs/start`,
  "\\S": "must not be blank",
};

/** The fault of a value of the wrong form in words for the author of a bundle: what it must be, or what was probably meant. */
export function describeFormError({ keyword, params, schemaPath }: SchemaError, value: unknown): string | undefined {
  switch (keyword) {
    case "additionalProperties":
      return `is not a member that is known${didYouMean((params.additionalProperties as string[])[0], membersAt(schemaPath))}`;
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case "enum": {
      const allowed = params.allowedValues as string[];
      return `must be one of: ${allowed.join(", ")}${didYouMean(value, allowed)}`;
    }
    case "minLength":
      return params.limit === 1 ? "must not be empty" : `must have at least ${String(params.limit)} characters`;
    case "maxLength":
      return `must have at most ${String(params.limit)} characters`;
    case "pattern":
      return params.pattern === localePattern ? localeForm(value) : (forms[params.pattern as string] ?? describedForm(schemaPath));
    case "type":
      return params.type === "string" && (typeof value === "number" || typeof value === "boolean")
        ? "must be text: put it in quotes"
        : undefined;
    default:
      return undefined;
  }
}

function localeForm(value: unknown): string {
  const locale = typeof value === "string" ? canonicalLocale(value.trim().replace("_", "-")) : undefined;
  return locale === undefined ? "must be a locale such as en or pt-BR" : `must be a locale such as en or pt-BR: write ${locale}`;
}

function describedForm(schemaPath: string): string {
  const { description } = (schemaAt(schemaPath) ?? {}) as { description?: string };
  return `does not have the required form${description === undefined ? "" : `: ${description.replace(/\.$/, "")}`}`;
}

function membersAt(schemaPath: string): string[] {
  return Object.keys((schemaAt(schemaPath) as { properties?: object } | undefined)?.properties ?? {});
}

function schemaAt(schemaPath: string): unknown {
  const steps = parseJsonPointer(schemaPath.replace(/^#/, ""));
  return steps && resolveJsonPointer(Bundle, steps);
}
