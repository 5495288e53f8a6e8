import { contentErrors, pageContentType, pageErrors, type Slots, slugErrors, titleErrors } from "../rendering/index.ts";
import { blockChecks, blockTypeErrors, checksByName, contentTypeErrors } from "../types/index.ts";
import { formErrors } from "../../shop/forms/index.ts";
import { parseJsonPointer, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import { pluginErrors, siteMemberErrors } from "../../server/sites/index.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { didYouMean } from "../../../lib/text/did-you-mean.ts";
import { maxErrors } from "./bundle-error.ts";
import type { Bundle, BundleEntry, BundlePage } from "./schema.ts";

/** The types of the site by name, those of the bundle and those that the site has already: of blocks with their slots. */
export interface TypeSchemas {
  blockTypes: ReadonlyMap<string, { schema: object; slots: Slots | null }>;
  contentTypes: ReadonlyMap<string, object>;
  /** Whether each content type has one entry. */
  singleTypes: ReadonlyMap<string, boolean>;
  /** The `uiSchema` of each type that has Markdown fields. */
  markdown: Record<"blockTypes" | "contentTypes", ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
}

type CheckedTypes = Pick<TypeSchemas, "blockTypes" | "contentTypes">;

// The clock of the publishing machine may be a little ahead; scheduling is a different feature.
const aheadMs = 5 * 60_000;

/** Mistakes, and what drafts still need before they can be published. */
export interface CheckedBundle {
  errors: ValidationError[];
  warnings: ValidationError[];
}

/** Checks a bundle of the right form, given the types that the site will have. Pure. */
export function checkBundle(bundle: Bundle, { blockTypes, contentTypes }: CheckedTypes, now: Date): CheckedBundle {
  const { site, pages = [], entries = [] } = bundle;
  const errors: ValidationError[] = typeErrors(bundle);
  const warnings: ValidationError[] = [];
  /** Sorts the errors of a content by whether it is to be published. */
  const add = (contentErrors: readonly ValidationError[], path: string, isKept: boolean) => {
    for (const error of contentErrors) (isKept && !isLimit(error) ? warnings : errors).push({ ...error, path: path + error.path });
  };

  const withMeantType = (page: BundlePage) => (error: ValidationError) => {
    if (error.code !== "unknown_type") return error;
    return {
      ...error,
      message: error.message + didYouMean(resolveJsonPointer(page, parseJsonPointer(error.path) ?? []), [...blockTypes.keys()]),
    };
  };
  const check = contentChecks({ blockTypes, contentTypes });
  const seen = new Map<string, string>();
  const documentErrors = (item: BundlePage | BundleEntry, kind: string, name: string, path: string): ValidationError[] => [
    ...(site.locales.includes(item.locale)
      ? []
      : [{ path: `${path}/locale`, code: "locale", message: unknownLocale(item.locale, site.locales) }]),
    ...identityErrors(item, kind, name, path),
    ...instantErrors(item, path, now),
  ];
  const identityErrors = (item: BundlePage | BundleEntry, kind: string, name: string, path: string): ValidationError[] => {
    const member = name === item.slug ? "slug" : kind === pageContentType ? "page" : "entry";
    const ofName = repeated(seen, `${kind} ${item.locale} name ${name}`, `${path}/${member}`);
    // Drafts may share a slug until one of them is published.
    const ofSlug = item.status === "DRAFT" ? [] : repeated(seen, `${kind} ${item.locale} slug ${item.slug}`, `${path}/slug`);
    const ofAliases = (item.aliases ?? []).flatMap((alias, index) =>
      repeated(seen, `${kind} ${item.locale} slug ${alias}`, `${path}/aliases/${index}`),
    );
    return [...(ofName.length > 0 && member === "slug" ? ofName : [...ofSlug, ...ofName]), ...ofAliases];
  };

  for (const [index, page] of pages.entries()) {
    if (errors.length >= maxErrors) break;
    const path = `/pages/${index}`;
    errors.push(...documentErrors(page, pageContentType, page.page ?? page.slug, path), ...draftErrors(page, path));
    add(check.page(page).map(withMeantType(page)), path, isTolerated(page));
    if (page.draft) add(check.page({ slug: page.slug, ...page.draft }), `${path}/draft`, true);
  }
  for (const [index, entry] of entries.entries()) {
    if (errors.length >= maxErrors) break;
    const { contentType, slug, draft } = entry;
    const path = `/entries/${index}`;
    if (!contentTypes.has(contentType) || contentType === pageContentType)
      errors.push({
        path: `${path}/contentType`,
        code: "unknown_type",
        message: `is not one of the site's content types: ${contentType}${didYouMean(contentType, [...contentTypes.keys()])}`,
      });
    errors.push(...documentErrors(entry, contentType, entry.entry ?? slug, path), ...draftErrors(entry, path));
    add(check.entry(entry), path, isTolerated(entry));
    if (draft) add(check.entry({ contentType, slug, ...draft }), `${path}/draft`, true);
  }
  return { errors: errors.slice(0, maxErrors), warnings: warnings.slice(0, maxErrors) };
}

/** Why contents cannot be published, by JSON Pointers into the items of a bundle. */
export interface ContentChecks {
  page(page: Pick<BundlePage, "slug" | "title" | "seo" | "composition">): ValidationError[];
  entry(entry: Pick<BundleEntry, "contentType" | "slug" | "data">): ValidationError[];
}

/** The checks of contents by the types of a site, compiled when first needed. Pure. */
export function contentChecks({ blockTypes, contentTypes }: CheckedTypes): ContentChecks {
  const blockCheck = blockChecks(blockTypes);
  const dataCheck = checksByName(contentTypes);
  return {
    page: (page) => [...slugErrors(pageContentType, page.slug), ...titleErrors(page), ...pageErrors(page, blockCheck)],
    entry: ({ contentType, slug, data }) => [
      ...slugErrors(contentType, slug),
      ...contentErrors(JSON.stringify(data), "/data"),
      ...(dataCheck(contentType)?.(data) ?? []).map((error) => ({ ...error, path: `/data${error.path}` })),
    ],
  };
}

/** Whether the errors of an item are kept and reported: those of a draft, and of what was published before its type changed. */
function isTolerated({ status, invalid }: Pick<BundlePage, "status" | "invalid">): boolean {
  return status === "DRAFT" || invalid === true;
}

/** Whether a fault is a limit of what can be stored, which drafts have as well. */
function isLimit({ code }: ValidationError): boolean {
  return ["too_large", "too_deep", "too_many_blocks", "too_many_bindings"].includes(code);
}

/** The errors of a bundle's site, keys and plugins, independent of the site's stored state. Pure. */
export function siteErrors({ site, apiKeys = [], plugins = {} }: Bundle): ValidationError[] {
  const errors: ValidationError[] = [];
  errors.push(...siteMemberErrors(site).map((error) => ({ ...error, path: `/site${error.path}` })));
  errors.push(...pluginErrors(plugins).map((error) => ({ ...error, path: `/plugins${error.path}` })));
  const names = new Map<string, string>();
  apiKeys.forEach(({ name, key }, index) => {
    errors.push(...repeated(names, `name ${name}`, `/apiKeys/${index}/name`));
    if (key) errors.push(...repeated(names, `key ${key}`, `/apiKeys/${index}/key`));
  });
  return errors;
}

/** The errors of a bundle's types and forms. Pure. */
export function typeErrors({ blockTypes = [], contentTypes = [], forms = [] }: Bundle): ValidationError[] {
  const seen = new Map<string, string>();
  return [
    ...blockTypes.flatMap((blockType, index) => [
      ...repeated(seen, `block ${blockType.type}`, `/blockTypes/${index}/type`),
      ...blockTypeErrors(blockType as { schema: Record<string, unknown>; defaults?: Record<string, unknown> }).map((error) => ({
        ...error,
        path: `/blockTypes/${index}${error.path}`,
      })),
    ]),
    ...contentTypes.flatMap(({ slug, schema }, index) => {
      const path = `/contentTypes/${index}`;
      return [
        ...repeated(seen, `content ${slug}`, `${path}/slug`),
        ...(slug === pageContentType ? [{ path: `${path}/slug`, code: "reserved", message: "is the built-in type of pages" }] : []),
        ...contentTypeErrors({ schema }).map((error) => ({ ...error, path: path + error.path })),
      ];
    }),
    ...forms.flatMap((form, index) => [
      ...repeated(seen, `form ${form.slug}`, `/forms/${index}/slug`),
      ...formErrors(form).map((error) => ({ ...error, path: `/forms/${index}${error.path}` })),
    ]),
  ];
}

/** Why a locale is wrong, with those that are right. */
export function unknownLocale(locale: string, locales: readonly string[]): string {
  return `is not one of the site's locales: ${locale} (they are ${locales.slice(0, 20).join(", ")}${locales.length > 20 ? ", …" : ""})`;
}

/** A fault for a name that was there before. */
export function repeated(seen: Map<string, string>, key: string, path: string): ValidationError[] {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, path);
  return first === undefined ? [] : [{ path, code: "duplicate", message: `is the same as ${first}` }];
}

function instantErrors(item: { publishedAt?: string; firstPublishedAt?: string }, path: string, now: Date): ValidationError[] {
  return (["publishedAt", "firstPublishedAt"] as const).flatMap((member) => {
    const text = item[member];
    if (text === undefined) return [];
    const time = Date.parse(text);
    if (Number.isNaN(time)) return [{ path: `${path}/${member}`, code: "instant", message: "is not a valid date and time" }];
    return time > now.getTime() + aheadMs ? [{ path: `${path}/${member}`, code: "instant", message: "lies in the future" }] : [];
  });
}

function draftErrors({ status, draft }: { status?: string; draft?: unknown }, path: string): ValidationError[] {
  return status === "DRAFT" && draft
    ? [{ path: `${path}/draft`, code: "draft", message: "belongs to what is published: of a DRAFT the members themselves are the draft" }]
    : [];
}
