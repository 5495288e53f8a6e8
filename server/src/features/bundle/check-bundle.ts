import {
  blockChecks,
  blockTypeFaults,
  checksByName,
  contentFaults,
  contentTypeFaults,
  pageContentType,
  pageFaults,
  slugFaults,
  titleFaults,
  type Slots,
} from "../content/index.ts";
import { formFaults } from "../forms/index.ts";
import { pluginFaults, siteMemberFaults } from "../sites/index.ts";
import type { Fault } from "../../lib/http/problem.ts";
import type { Bundle, BundleEntry, BundlePage } from "./schema.ts";

/** The types of the site by name, those of the bundle and those that the site has already: of blocks with their slots. */
export interface TypeSchemas {
  blockTypes: ReadonlyMap<string, { schema: object; slots: Slots | null }>;
  contentTypes: ReadonlyMap<string, object>;
}

const maxFaults = 1_000;
// The clock of the publishing machine may be a little ahead; scheduling is a different feature.
const aheadMs = 5 * 60_000;

/** Mistakes, and what drafts still need before they can be published. */
export interface CheckedBundle {
  faults: Fault[];
  warnings: Fault[];
}

/** Checks a bundle of the right form, given the types that the site will have. Pure. */
export function checkBundle(bundle: Bundle, { blockTypes, contentTypes }: TypeSchemas, now: Date): CheckedBundle {
  const { site, pages = [], entries = [] } = bundle;
  const faults: Fault[] = typeFaults(bundle);
  const warnings: Fault[] = [];
  /** Sorts the faults of a content by whether it is to be published. */
  const add = (found: readonly Fault[], path: string, isDraft: boolean) => {
    for (const fault of found) (isDraft && !isLimit(fault) ? warnings : faults).push({ ...fault, path: path + fault.path });
  };

  const blockCheck = blockChecks(blockTypes);
  const dataCheck = checksByName(contentTypes);
  const seen = new Map<string, string>();
  const documentFaults = (item: BundlePage | BundleEntry, kind: string, name: string, path: string): Fault[] => [
    ...(site.locales.includes(item.locale)
      ? []
      : [{ path: `${path}/locale`, code: "locale", message: `is none of the site's locales: ${item.locale}` }]),
    ...identityFaults(item, kind, name, path),
    ...instantFaults(item, path, now),
  ];
  const identityFaults = (item: BundlePage | BundleEntry, kind: string, name: string, path: string): Fault[] => {
    const member = name === item.slug ? "slug" : kind === pageContentType ? "page" : "entry";
    const ofName = repeated(seen, `${kind} ${item.locale} name ${name}`, `${path}/${member}`);
    // Drafts may share a slug until one of them is published.
    const ofSlug = item.status === "DRAFT" ? [] : repeated(seen, `${kind} ${item.locale} slug ${item.slug}`, `${path}/slug`);
    return ofName.length > 0 && member === "slug" ? ofName : [...ofSlug, ...ofName];
  };

  for (const [index, page] of pages.entries()) {
    if (faults.length >= maxFaults) break;
    const path = `/pages/${index}`;
    const isDraft = page.status === "DRAFT";
    faults.push(...documentFaults(page, pageContentType, page.page ?? page.slug, path), ...draftFaults(page, path));
    add([...slugFaults(pageContentType, page.slug), ...titleFaults(page), ...pageFaults(page, blockCheck)], path, isDraft);
    const { draft } = page;
    if (!draft) continue;
    const ofDraft = [...slugFaults(pageContentType, draft.slug ?? page.slug), ...titleFaults(draft), ...pageFaults(draft, blockCheck)];
    add(ofDraft, `${path}/draft`, true);
  }
  for (const [index, entry] of entries.entries()) {
    if (faults.length >= maxFaults) break;
    const path = `/entries/${index}`;
    const check = dataCheck(entry.contentType);
    const known = check !== undefined && entry.contentType !== pageContentType;
    const ofContent = ({ slug = entry.slug, data }: { slug?: string; data: object }) => [
      ...slugFaults(entry.contentType, slug),
      ...contentFaults(JSON.stringify(data), "/data"),
      ...(check?.(data) ?? []).map((fault) => ({ ...fault, path: `/data${fault.path}` })),
    ];
    faults.push(
      ...(known
        ? []
        : [{ path: `${path}/contentType`, code: "unknown_type", message: `is no content type of the site: ${entry.contentType}` }]),
      ...documentFaults(entry, entry.contentType, entry.entry ?? entry.slug, path),
      ...draftFaults(entry, path),
    );
    add(ofContent(entry), path, entry.status === "DRAFT");
    if (entry.draft) add(ofContent(entry.draft), `${path}/draft`, true);
  }
  return { faults: faults.slice(0, maxFaults), warnings: warnings.slice(0, maxFaults) };
}

/** Whether a fault is a limit of what can be stored, which drafts have as well. */
function isLimit({ code }: Fault): boolean {
  return ["too_large", "too_deep", "too_many_blocks", "too_many_bindings"].includes(code);
}

/** The faults of a bundle's site, keys and plugins, independent of the site's stored state. Pure. */
export function siteFaults({ site, apiKeys = [], plugins = {} }: Bundle): Fault[] {
  const faults: Fault[] = [];
  faults.push(...siteMemberFaults(site).map((fault) => ({ ...fault, path: `/site${fault.path}` })));
  faults.push(...pluginFaults(plugins).map((fault) => ({ ...fault, path: `/plugins${fault.path}` })));
  const names = new Map<string, string>();
  apiKeys.forEach(({ name, key }, index) => {
    faults.push(...repeated(names, `name ${name}`, `/apiKeys/${index}/name`));
    if (key) faults.push(...repeated(names, `key ${key}`, `/apiKeys/${index}/key`));
  });
  return faults;
}

/** The faults of a bundle's types and forms. Pure. */
export function typeFaults({ blockTypes = [], contentTypes = [], forms = [] }: Bundle): Fault[] {
  const seen = new Map<string, string>();
  return [
    ...blockTypes.flatMap((given, index) => [
      ...repeated(seen, `block ${given.type}`, `/blockTypes/${index}/type`),
      ...blockTypeFaults(given as { schema: Record<string, unknown>; defaults?: Record<string, unknown> }).map((fault) => ({
        ...fault,
        path: `/blockTypes/${index}${fault.path}`,
      })),
    ]),
    ...contentTypes.flatMap(({ slug, schema }, index) => {
      const path = `/contentTypes/${index}`;
      return [
        ...repeated(seen, `content ${slug}`, `${path}/slug`),
        ...(slug === pageContentType ? [{ path: `${path}/slug`, code: "reserved", message: "is the built-in type of pages" }] : []),
        ...contentTypeFaults({ schema }).map((fault) => ({ ...fault, path: path + fault.path })),
      ];
    }),
    ...forms.flatMap((form, index) => [
      ...repeated(seen, `form ${form.slug}`, `/forms/${index}/slug`),
      ...formFaults(form).map((fault) => ({ ...fault, path: `/forms/${index}${fault.path}` })),
    ]),
  ];
}

/** A fault for a name that was there before. */
export function repeated(seen: Map<string, string>, key: string, path: string): Fault[] {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, path);
  return first === undefined ? [] : [{ path, code: "duplicate", message: `is the same as ${first}` }];
}

function instantFaults(item: { publishedAt?: string; firstPublishedAt?: string }, path: string, now: Date): Fault[] {
  return (["publishedAt", "firstPublishedAt"] as const).flatMap((member) => {
    const text = item[member];
    if (text === undefined) return [];
    const time = Date.parse(text);
    if (Number.isNaN(time)) return [{ path: `${path}/${member}`, code: "instant", message: "is no instant" }];
    return time > now.getTime() + aheadMs ? [{ path: `${path}/${member}`, code: "instant", message: "lies in the future" }] : [];
  });
}

function draftFaults({ status, draft }: { status?: string; draft?: unknown }, path: string): Fault[] {
  return status === "DRAFT" && draft
    ? [{ path: `${path}/draft`, code: "draft", message: "belongs to what is published: of a DRAFT the members themselves are the draft" }]
    : [];
}
