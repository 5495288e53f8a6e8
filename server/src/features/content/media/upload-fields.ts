import { Compile } from "typebox/compile";
import { Type, type Static } from "typebox";
import { ProblemError, validationFailed, type ValidationError } from "../../../lib/http/problem.ts";
import { schemaErrorsOf } from "../../../lib/http/validation.ts";
import type { SiteLocales } from "../../../lib/text/locale.ts";
import { AssetAlt, AssetFocus, AssetFolder, AssetTags, AssetTitle, noWords, type AssetWords } from "./asset.ts";

const UploadFields = Type.Object(
  { alt: AssetAlt, title: AssetTitle, tags: AssetTags, folder: AssetFolder, focus: AssetFocus },
  { additionalProperties: false },
);
let compiled: ReturnType<typeof Compile> | undefined;

/**
 * The words of an asset in the fields of an upload: `alt` as JSON by locale, or as text in the default locale; `tags` separated by commas; `focus` as
 * JSON. Throws `validation_failed`.
 */
export function assetWordsOf(fields: ReadonlyMap<string, readonly string[]>, site: SiteLocales): AssetWords {
  // Without a prototype: a field may be called `__proto__`.
  const fieldValues: Record<string, unknown> = Object.assign(Object.create(null) as Record<string, unknown>, noWords);
  for (const [name, values] of fields) {
    const [value = "", ...more] = values;
    if (name === "tags")
      fieldValues.tags = [
        ...new Set(
          values
            .flatMap((each) => each.split(","))
            .map((tag) => tag.trim())
            .filter(Boolean),
        ),
      ];
    else if (more.length > 0) throw refusal([{ path: `/${name}`, code: "duplicate", message: "is sent twice" }]);
    else if (name === "alt") fieldValues.alt = value.trim().startsWith("{") ? parsed(name, value) : { [site.defaultLocale]: value };
    else if (name === "focus") fieldValues.focus = parsed(name, value);
    else fieldValues[name] = value.trim();
  }
  compiled ??= Compile(UploadFields);
  if (!compiled.Check(fieldValues)) throw refusal(schemaErrorsOf(compiled, fieldValues));
  const words = fieldValues as Static<typeof UploadFields>;
  refuseForeignLocales(words.alt, site);
  return words;
}

/** Throws `validation_failed` for alternative texts in locales that the site does not have. `known`: those that an asset has already. */
export function refuseForeignLocales(alt: object, { locales }: Pick<SiteLocales, "locales">, knownAlt: object = {}): void {
  const foreign = Object.keys(alt).filter((locale) => !locales.includes(locale) && !Object.hasOwn(knownAlt, locale));
  if (foreign.length > 0)
    throw refusal(foreign.map((locale) => ({ path: `/alt/${locale}`, code: "locale", message: "is not one of the site's locales" })));
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal([{ path: `/${name}`, code: "json", message: "is not JSON" }]);
  }
}

function refusal(errors: readonly ValidationError[]): ProblemError {
  const [first] = errors;
  return new ProblemError(validationFailed, { ...(first && { detail: `${first.path.slice(1)} ${first.message}` }), errors });
}
