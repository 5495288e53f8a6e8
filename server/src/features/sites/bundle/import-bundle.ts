import {
  completePage,
  findSlugConflicts,
  pageContentType,
  saveBlockTypes,
  saveContentTypes,
  saveDocuments,
  type AuthoredPage,
  type DocumentInput,
  type Saving,
} from "../../content/index.ts";
import { canonicalCurrency } from "../../../lib/money.ts";
import { canonicalOrigin } from "../../../lib/origin.ts";
import type { Fault } from "../../../lib/problem.ts";
import type { KeyRing } from "../../../lib/secret.ts";
import { addTally, emptyTally, hasChanges, type Tally } from "../../../lib/tally.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Database, Sql, Transaction } from "../../../ports/database.ts";
import type { Ids } from "../../../ports/ids.ts";
import { bumpContentVersion, createSite, type SiteInput } from "../create-site.ts";
import { saveKeys } from "./save-keys.ts";
import { savePlugin, type PluginId } from "../plugins.ts";
import { BundleError } from "./bundle-error.ts";
import { bundleFaults } from "./check-bundle.ts";
import { readBundle } from "./read-bundle.ts";
import type { Bundle, BundleEntry, BundlePage } from "./schema.ts";

export interface ImportDeps {
  sql: Database;
  clock: Clock;
  ids: Ids;
  secrets: KeyRing;
}

export interface ImportOptions {
  /** Find out and undo. */
  dryRun: boolean;
  /** Told how far a large import has come. */
  onProgress(section: string, done: number, total: number): void;
}

export interface ImportReport {
  site: string;
  siteId: string;
  dryRun: boolean;
  sections: Record<"site" | "apiKeys" | "plugins" | "blockTypes" | "contentTypes" | "pages" | "entries", Tally>;
  /** Keys that were made because the bundle gave none. They are shown this once. */
  newKeys: { name: string; key: string }[];
}

const batchSize = 500;

/** Undoes a dry run: thrown through the transaction with what it would have done. */
class DryRun extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super("dry run");
    this.report = report;
  }
}

/** Creates or updates a whole site from the text of a bundle, or changes nothing. Throws BundleError with every mistake. */
export async function importBundle({ sql, clock, ids, secrets }: ImportDeps, text: string, options: ImportOptions): Promise<ImportReport> {
  const { bundle, locate } = readBundle(text);
  const saving = { now: clock.now(), ids, secrets };
  try {
    return await sql.begin(async (tx) => {
      await tx`set local statement_timeout = '60s'`;
      await tx`set local lock_timeout = '10s'`;
      const report = await save(tx, saving, bundle, locate, options);
      if (options.dryRun) throw new DryRun(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.report;
    throw error;
  }
}

async function save(
  tx: Transaction,
  saving: Saving & { secrets: KeyRing },
  bundle: Bundle,
  locate: (faults: readonly Fault[]) => Fault[],
  { dryRun, onProgress }: ImportOptions,
): Promise<ImportReport> {
  const { now } = saving;
  const site = await saveSite(tx, saving, bundle);
  const types = await readTypeSchemas(tx, site.id, bundle);
  const faults = [...bundleFaults(bundle, types, now), ...(await localesInUse(tx, site.id, bundle))];
  if (faults.length > 0) throw new BundleError(locate(faults));

  const keys = await saveKeys(tx, saving, site.id, bundle);
  const plugins = await savePlugins(tx, saving, site.id, bundle);
  const blockTypes = await saveBlockTypes(
    tx,
    saving,
    site.id,
    (bundle.blockTypes ?? []).map((given) => ({ ...blockTypeDefaults, ...given })),
  );
  const contentTypes = await saveContentTypes(
    tx,
    saving,
    site.id,
    (bundle.contentTypes ?? []).map((given) => ({ uiSchema: {}, ...given })),
  );
  const pages = await saveInBatches(tx, saving, site.id, "pages", bundle.pages ?? [], pageInput, { locate, onProgress });
  const entries = await saveInBatches(tx, saving, site.id, "entries", bundle.entries ?? [], entryInput, { locate, onProgress });

  const sections = { site: site.tally, apiKeys: keys.tally, plugins, blockTypes, contentTypes, pages, entries };
  if (Object.values(sections).some(hasChanges)) await bumpContentVersion(tx, site.id, now);
  return { site: bundle.site.slug, siteId: site.id, dryRun, sections, newKeys: keys.newKeys };
}

/** Creates the site, or changes what the bundle says of it; what it does not mention stays. */
async function saveSite(tx: Sql, saving: Saving, { site }: Bundle): Promise<{ id: string; tally: Tally }> {
  if (!site.locales.includes(site.defaultLocale)) {
    throw new BundleError([{ path: "/site/defaultLocale", code: "value", message: "is none of the site's locales" }]);
  }
  const input: SiteInput = {
    slug: site.slug,
    name: site.name,
    defaultLocale: site.defaultLocale,
    locales: site.locales,
    currency: canonicalCurrency(site.currency) ?? site.currency.toLowerCase(),
    storefrontUrl: site.storefrontUrl ?? null,
    allowedOrigins: (site.allowedOrigins ?? []).map((origin) => canonicalOrigin(origin) ?? origin),
    settings: site.settings ?? {},
  };
  const createdId = await createSite(tx, saving, input);
  if (createdId) return { id: createdId, tally: { ...emptyTally(), created: 1 } };
  // Locks the site, so that two imports of it follow one another.
  const [stored] = await tx<{ id: string; storefrontUrl: string | null; allowedOrigins: string[]; settings: Record<string, unknown> }>`
    select id, storefront_url as "storefrontUrl", allowed_origins as "allowedOrigins", settings
    from sites where slug = ${input.slug} for no key update`;
  if (!stored) throw new Error("A site vanished while it was imported.");
  const storefrontUrl = site.storefrontUrl === undefined ? stored.storefrontUrl : input.storefrontUrl;
  const allowedOrigins = site.allowedOrigins === undefined ? stored.allowedOrigins : input.allowedOrigins;
  const settings = JSON.stringify(site.settings === undefined ? stored.settings : input.settings);
  const updated = await tx<{ id: string }>`
    update sites set
      name = ${input.name},
      default_locale = ${input.defaultLocale},
      locales = ${input.locales},
      currency = ${input.currency},
      storefront_url = ${storefrontUrl},
      allowed_origins = ${allowedOrigins},
      settings = ${settings}::json,
      updated_at = ${saving.now}
    where id = ${stored.id}
      and (name, default_locale, locales, currency, storefront_url, allowed_origins, settings::text) is distinct from (
        ${input.name}, ${input.defaultLocale}, ${input.locales}::text[], ${input.currency}, ${storefrontUrl},
        ${allowedOrigins}::text[], ${settings}
      )
    returning id`;
  return { id: stored.id, tally: updated.length > 0 ? { ...emptyTally(), updated: 1 } : { ...emptyTally(), unchanged: 1 } };
}

async function readTypeSchemas(tx: Sql, siteId: string, bundle: Bundle) {
  const blockTypes = await tx<{ name: string; schema: object }>`select type as name, schema from block_types where site_id = ${siteId}`;
  const contentTypes = await tx<{ name: string; schema: object }>`
    select slug as name, schema from content_types where site_id = ${siteId} and not built_in`;
  return {
    blockTypes: new Map([
      ...blockTypes.map(({ name, schema }) => [name, schema] as const),
      ...(bundle.blockTypes ?? []).map(({ type, schema }) => [type, schema] as const),
    ]),
    contentTypes: new Map([
      ...contentTypes.map(({ name, schema }) => [name, schema] as const),
      ...(bundle.contentTypes ?? []).map(({ slug, schema }) => [slug, schema] as const),
    ]),
  };
}

/** A locale cannot be taken from a site while something is written in it. */
async function localesInUse(tx: Sql, siteId: string, { site }: Bundle): Promise<Fault[]> {
  const used = await tx<{ locale: string; count: number }>`
    select locale, count(*)::int as count from translations
    where site_id = ${siteId} and locale <> all (${site.locales}::text[])
    group by locale order by locale`;
  return used.map(({ locale, count }) => ({
    path: "/site/locales",
    code: "locale_in_use",
    message: `lacks ${locale}, in which the site has ${count} documents`,
  }));
}

async function savePlugins(tx: Sql, saving: Saving & { secrets: KeyRing }, siteId: string, { plugins = {} }: Bundle): Promise<Tally> {
  const tally = emptyTally();
  for (const [plugin, state] of Object.entries(plugins)) tally[await savePlugin(tx, saving, siteId, plugin as PluginId, state)] += 1;
  return tally;
}

const blockTypeDefaults = { description: null, category: null, icon: null, uiSchema: {}, defaults: {} };

function pageInput({
  page,
  slug,
  locale,
  status,
  title,
  seo,
  composition,
  draft,
  publishedAt,
  firstPublishedAt,
}: BundlePage): DocumentInput {
  const own = completePage({ title, seo, composition } as AuthoredPage);
  return {
    contentType: pageContentType,
    name: page ?? slug,
    locale,
    slug,
    ...contentOf(status, { ...own, publishedAt, firstPublishedAt }, draft && completePage(draft).content),
  };
}

function entryInput({ contentType, slug, locale, status, data, draft, publishedAt, firstPublishedAt }: BundleEntry): DocumentInput {
  const own = { content: JSON.stringify(data), hasBindings: false, publishedAt, firstPublishedAt };
  return { contentType, name: slug, locale, slug, ...contentOf(status, own, draft && JSON.stringify(draft.data)) };
}

function contentOf(
  status: "PUBLISHED" | "DRAFT" | undefined,
  own: { content: string; hasBindings: boolean; publishedAt: string | undefined; firstPublishedAt: string | undefined },
  draft: string | null | undefined,
): Pick<DocumentInput, "published" | "draft"> {
  if (status === "DRAFT") return { published: null, draft: own.content };
  const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { published: { ...own, publishedAt: instant(own.publishedAt), firstPublishedAt: instant(own.firstPublishedAt) }, draft };
}

async function saveInBatches<Item>(
  tx: Sql,
  saving: Saving,
  siteId: string,
  section: "pages" | "entries",
  items: readonly Item[],
  toInput: (item: Item) => DocumentInput,
  { locate, onProgress }: { locate: (faults: readonly Fault[]) => Fault[]; onProgress: ImportOptions["onProgress"] },
): Promise<Tally> {
  let tally = emptyTally();
  for (let start = 0; start < items.length; start += batchSize) {
    const inputs = items.slice(start, start + batchSize).map(toInput);
    const conflicts = await findSlugConflicts(tx, siteId, inputs);
    if (conflicts.length > 0) {
      throw new BundleError(
        locate(
          conflicts.map(({ input, takenBy }) => ({
            path: `/${section}/${start + inputs.indexOf(input)}/slug`,
            code: "slug_taken",
            message: `is the slug of "${takenBy}" in ${input.locale} already`,
          })),
        ),
      );
    }
    tally = addTally(tally, await saveDocuments(tx, saving, siteId, inputs));
    onProgress(section, Math.min(start + batchSize, items.length), items.length);
  }
  return tally;
}
