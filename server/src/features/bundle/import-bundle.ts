import { rewriteSome, saveBlockTypes, saveContentTypes } from "../content/index.ts";
import { formsTag, saveForms } from "../forms/index.ts";
import { raiseVersions, savePlugin, type PluginId } from "../sites/index.ts";
import type { Fault } from "../../lib/http/problem.ts";
import type { KeyRing } from "../../lib/secrets/secret.ts";
import type { Saving } from "../../lib/published/saving.ts";
import { wholeSite } from "../../lib/published/site-changes.ts";
import { emptyTally, hasChanges, type Tally } from "../../lib/observing/tally.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database, Sql, Transaction } from "../../ports/database.ts";
import type { Ids } from "../../ports/ids.ts";
import { answerFaults } from "./check-answers.ts";
import { BundleError, type BundleFault } from "./bundle-error.ts";
import { bundleFaults, siteFaults } from "./check-bundle.ts";
import { catalogFaults } from "./check-catalog.ts";
import { savedTranslationFaults } from "./check-translations.ts";
import { ReferenceLinks } from "./link-references.ts";
import { priceWarnings } from "./price-warnings.ts";
import { referenceWarnings } from "./reference-warnings.ts";
import { readBundle, type ReadBundle } from "./read-bundle.ts";
import { saveCatalog } from "./save-catalog.ts";
import { addInBatches, entryInput, entryName, pageInput, pageName, saveInBatches } from "./save-documents.ts";
import { saveKeys } from "./save-keys.ts";
import { savePreviews } from "./save-previews.ts";
import { localesInUse, saveSite } from "./save-site.ts";
import type { Bundle, BundleEntry } from "./schema.ts";

export interface ImportDeps {
  sql: Database;
  clock: Clock;
  ids: Ids;
  secrets: KeyRing;
  publicUrl: string;
}

export interface ImportOptions {
  /** Works out the changes and undoes them. */
  dryRun: boolean;
  /** Sets the stock of existing variants: otherwise units sold since stay sold. */
  setStock: boolean;
  /** Called with the progress of a large import. */
  onProgress(section: string, done: number, total: number): void;
}

type ContentSection = "site" | "apiKeys" | "plugins" | "blockTypes" | "contentTypes" | "pages" | "entries" | "forms";
type CatalogSection = "categories" | "products" | "plans";

export interface ImportReport {
  site: string;
  siteId: string;
  dryRun: boolean;
  sections: Record<ContentSection | "previews" | CatalogSection, Tally>;
  /** Keys that were made because the bundle gave none. They are shown only this once. */
  newKeys: { name: string; key: string }[];
  /** Places that the author should look at. They do not stop the import. */
  warnings: BundleFault[];
}

/** Undoes a dry run: carries its report out of the transaction. */
class DryRun extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super("dry run");
    this.report = report;
  }
}

/** Creates or updates a whole site from the text of a bundle, or changes nothing. Throws BundleError with every mistake. */
export async function importBundle(
  { sql, clock, ids, secrets, publicUrl }: ImportDeps,
  text: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const read = readBundle(text);
  const saving = { now: clock.now(), ids, secrets };
  try {
    return await sql.begin(
      async (tx) => {
        await tx`set local lock_timeout = '10s'`;
        const report = await saveBundle(tx, saving, read.bundle, { ...options, read, publicUrl });
        if (options.dryRun) throw new DryRun(report);
        return report;
      },
      { statementTimeoutMs: 60_000 },
    );
  } catch (error) {
    if (error instanceof DryRun) return error.report;
    throw error;
  }
}

/** Of the values that queries compare, after a change of a schema. */
const mostSlices = 10;

/** Creates or updates a whole site in the caller's transaction. Throws BundleError with every mistake, and must be undone then. */
export async function saveBundle(
  tx: Transaction,
  given: Saving & { secrets: KeyRing },
  bundle: Bundle,
  {
    dryRun = false,
    setStock = false,
    onProgress = () => undefined,
    read = wellFormed,
    publicUrl = "",
  }: Partial<ImportOptions> & { read?: Pick<ReadBundle, "faults" | "isInStandIn" | "locate">; publicUrl?: string } = {},
): Promise<ImportReport> {
  const { now } = given;
  const saving = { ...given, touched: new Set<string>() };
  const { locate } = read;
  /** Everything that was found so far, in the order of the file. */
  const mistakes = (found: readonly Fault[]) => locate([...read.faults, ...found.filter(({ path }) => !read.isInStandIn(path))]);
  const earlyFaults = siteFaults(bundle);
  // Values that the site row cannot hold must be reported before the row is written.
  if (earlyFaults.some(({ path }) => path.startsWith("/site"))) throw new BundleError(mistakes(earlyFaults));
  const site = await saveSite(tx, saving, bundle);
  const types = await readTypeSchemas(tx, site.id, bundle);
  const faults = [
    ...earlyFaults,
    ...bundleFaults(bundle, types, now),
    ...(await localesInUse(tx, site.id, bundle)),
    ...(await catalogFaults(tx, site.id, bundle)),
  ];
  if (faults.length > 0 || read.faults.length > 0) throw new BundleError(mistakes(faults));

  const keys = await saveKeys(tx, saving, site.id, bundle);
  const plugins = await savePlugins(tx, saving, site.id, bundle);
  if (hasChanges(plugins)) saving.touched.add(formsTag);
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
  // Before the documents, which may refer to all of it, as to each other.
  const hasNewLocales = hasChanges(site.tally);
  const catalogSections = await saveCatalog(tx, saving, site.id, bundle, { setStock, locate, onProgress, hasNewLocales });
  if (hasNewLocales || Object.values(catalogSections).some(hasChanges)) {
    const inTranslations = await savedTranslationFaults(tx, { ...bundle.site, id: site.id }, bundle);
    if (inTranslations.length > 0) throw new BundleError(locate(inTranslations));
  }
  const pageSection = { name: "pages", items: bundle.pages ?? [], toName: pageName, toInput: pageInput, inContent: "" } as const;
  const schemaOf = (contentType: string) => types.contentTypes.get(contentType) ?? {};
  const toEntry = (entry: BundleEntry) => entryInput(entry, schemaOf(entry.contentType));
  const entrySection = { name: "entries", items: bundle.entries ?? [], toName: entryName, toInput: toEntry, inContent: "/data" } as const;
  await addInBatches(tx, saving, site.id, pageSection);
  await addInBatches(tx, saving, site.id, entrySection);
  const documents = { links: new ReferenceLinks(types), locate, onProgress };
  const pages = await saveInBatches(tx, saving, site.id, pageSection, documents);
  const entries = await saveInBatches(tx, saving, site.id, entrySection, documents);
  // A type of many documents is left to the background job.
  const rewriting = { ...saving, touched: new Set<string>() };
  await rewriteSome(tx, rewriting, site.id, mostSlices);
  for (const tag of rewriting.touched) saving.touched.add(tag);
  const previews = await savePreviews(tx, saving, site.id, bundle, locate);
  const forms = await saveForms(
    tx,
    saving,
    site.id,
    (bundle.forms ?? []).map((given) => ({ ...formDefaults, ...given })),
  );

  const bound = { storefrontUrl: null, ...bundle.site, id: site.id };
  const tooLarge = await answerFaults(tx, bound, bundle, publicUrl);
  if (tooLarge.length > 0) throw new BundleError(locate(tooLarge));
  const contentSections = { site: site.tally, apiKeys: keys.tally, plugins, blockTypes, contentTypes, pages, entries, forms };
  const content = rewriting.touched.size > 0 || Object.values(contentSections).some(hasChanges);
  const catalog = Object.values(catalogSections).some(hasChanges);
  if (hasChanges(site.tally) || hasChanges(keys.tally)) saving.touched.add(wholeSite);
  if (content || catalog) await raiseVersions(tx, saving, site.id, { content, catalog }, saving.touched);
  const warnings = locate([
    ...documents.links.warnings,
    ...(await priceWarnings(tx, site.id, bundle)),
    ...(await referenceWarnings(tx, site.id, bundle)),
  ]);
  // Previews are not public.
  const sections = { ...contentSections, previews, ...catalogSections };
  return { site: bundle.site.slug, siteId: site.id, dryRun, sections, newKeys: keys.newKeys, warnings };
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

async function savePlugins(tx: Sql, saving: Saving & { secrets: KeyRing }, siteId: string, { plugins = {} }: Bundle): Promise<Tally> {
  const tally = emptyTally();
  for (const [plugin, state] of Object.entries(plugins)) tally[await savePlugin(tx, saving, siteId, plugin as PluginId, state)] += 1;
  return tally;
}

const wellFormed: Pick<ReadBundle, "faults" | "isInStandIn" | "locate"> = {
  ...{ faults: [], isInStandIn: () => false },
  locate: (faults) => [...faults],
};
const blockTypeDefaults = { description: null, category: null, icon: null, uiSchema: {}, defaults: {} };
const formDefaults = { uiSchema: {}, submitLabel: "Send", successMessage: "Thank you." };
