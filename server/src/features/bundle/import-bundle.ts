import { recordChange, type RecordedChange } from "../audit/index.ts";
import { saveAssets, type FileDeps } from "../media/index.ts";
import { productListsTag } from "../catalog/index.ts";
import { rewriteSome, saveBlockTypes, saveContentTypes, type Slots } from "../content/index.ts";
import { formsTag, saveForms } from "../forms/index.ts";
import { raiseVersions, savePlugin, type PluginId } from "../sites/index.ts";
import { CommandError } from "../../lib/cli/command.ts";
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
import { checkBundle, siteFaults } from "./check-bundle.ts";
import { catalogFaults } from "./check-catalog.ts";
import { savedTranslationFaults } from "./check-translations.ts";
import { ReferenceLinks } from "./link-references.ts";
import { localesInUse } from "./locale-faults.ts";
import { priceWarnings } from "./price-warnings.ts";
import { referenceWarnings } from "./reference-warnings.ts";
import { readBundle, type ReadBundle } from "./read-bundle.ts";
import { saveCatalog } from "./save-catalog.ts";
import { addInBatches, entryInput, entryName, pageInput, pageName, saveInBatches } from "./save-documents.ts";
import { saveKeys } from "./save-keys.ts";
import { savePreviews } from "./save-previews.ts";
import { saveSite } from "./save-site.ts";
import type { BundleFiles } from "./bundle-files.ts";
import { assetFaults, stageAssets, unstagedFaults, type StagedAssets } from "./stage-assets.ts";
import type { Bundle, BundleEntry } from "./schema.ts";

/** Without a place for files, a bundle must have none. */
export interface ImportDeps extends Partial<Pick<FileDeps, "store" | "pictures" | "media">> {
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
  /** What comes with the bundle. Absent: nothing. */
  files?: BundleFiles | undefined;
  /** Who imports, for the log. Absent: nobody, as for a site that a test makes. */
  by?: Pick<RecordedChange, "actor" | "action">;
}

type ContentSection = "site" | "assets" | "apiKeys" | "plugins" | "blockTypes" | "contentTypes" | "pages" | "entries" | "forms";
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
export async function importBundle(deps: ImportDeps, text: string, options: ImportOptions): Promise<ImportReport> {
  return importRead(deps, readBundle(text), options);
}

/** The same of a bundle that was read. */
export async function importRead(
  { sql, clock, ids, secrets, publicUrl, store, pictures, media }: ImportDeps,
  read: ReadBundle,
  { by, files, ...options }: ImportOptions,
): Promise<ImportReport> {
  const staged = await stage({ sql, clock, ids, ...(store && pictures && media && { store, pictures, media }) }, read, {
    ...options,
    files,
  });
  const saving = { now: clock.now(), ids, secrets };
  try {
    return await sql.begin(
      async (tx) => {
        await tx`set local lock_timeout = '10s'`;
        const report = await saveBundle(tx, saving, read.bundle, { ...options, read, publicUrl, staged });
        if (by) await recordImport(tx, saving, by, report);
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

/** Stores the files of a bundle before the transaction, which waits for no network. Throws BundleError. */
async function stage(
  deps: Pick<ImportDeps, "sql" | "clock" | "ids"> & Partial<FileDeps>,
  { bundle, faults: inForm, locate, isInStandIn }: ReadBundle,
  { files, ...options }: Omit<ImportOptions, "by">,
): Promise<StagedAssets | undefined> {
  if (!bundle.assets || bundle.assets.length === 0) return undefined;
  const inAssets = assetFaults(bundle);
  // With the mistakes elsewhere, which the transaction finds.
  if (inForm.length + inAssets.length > 0) return undefined;
  const { store, pictures, media } = deps;
  if (!store || !pictures || !media) throw new Error("An import with files needs a store.");
  const staged = await stageAssets({ ...deps, store, pictures, media }, bundle, files, options);
  const faults = staged.faults.filter(({ path }) => !isInStandIn(path));
  if (faults.length > 0) throw new BundleError(locate(faults));
  return staged;
}

/** Records what an import did, if it did anything: how many it made and changed of each section. */
async function recordImport(tx: Sql, saving: Saving, by: Pick<RecordedChange, "actor" | "action">, report: ImportReport): Promise<void> {
  const { siteId, site, sections } = report;
  const changes = Object.entries(sections)
    .filter(([, tally]) => hasChanges(tally))
    .map(([member, { created, updated }]) => ({ member, to: { created, updated } }));
  if (changes.length > 0) await recordChange(tx, saving, { ...by, siteId, target: { type: "site", id: siteId, label: site }, changes });
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
    staged,
  }: Partial<ImportOptions> & {
    staged?: StagedAssets | undefined;
    read?: Pick<ReadBundle, "faults" | "isInStandIn" | "locate">;
    publicUrl?: string;
  } = {},
): Promise<ImportReport> {
  const { now } = given;
  const saving = { ...given, touched: new Set<string>() };
  const { locate } = read;
  /** Everything that was found so far, in the order of the file. */
  const mistakes = (found: readonly Fault[]) => locate([...read.faults, ...found.filter(({ path }) => !read.isInStandIn(path))]);
  const earlyFaults = [...siteFaults(bundle), ...(staged ? [] : unstagedFaults(bundle))];
  // Values that the site row cannot hold must be reported before the row is written.
  if (earlyFaults.some(({ path }) => path.startsWith("/site"))) throw new BundleError(mistakes(earlyFaults));
  const site = await saveSite(tx, saving, bundle, staged?.siteId);
  if (staged && staged.siteId !== site.id) throw new CommandError("Somebody made the site in the meantime. Import the bundle again.");
  const assets = await saveAssets(tx, saving, site.id, staged?.assets ?? []);
  const types = await readTypeSchemas(tx, site.id, bundle);
  const checked = checkBundle(bundle, types, now);
  const faults = [
    ...earlyFaults,
    ...checked.faults,
    ...(await localesInUse(tx, site.id, bundle.site.locales)).map((fault) => ({ ...fault, path: `/site${fault.path}` })),
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

  // The addresses of files are measured without a signature.
  const bound = { storefrontUrl: null, ...bundle.site, id: site.id, filesUntil: null };
  const tooLarge = await answerFaults(tx, bound, bundle, publicUrl);
  if (tooLarge.length > 0) throw new BundleError(locate(tooLarge));
  const contentSections = { site: site.tally, assets, apiKeys: keys.tally, plugins, blockTypes, contentTypes, pages, entries, forms };
  const content = rewriting.touched.size > 0 || Object.values(contentSections).some(hasChanges);
  const catalog = Object.values(catalogSections).some(hasChanges) || saving.touched.has(productListsTag);
  if (hasChanges(site.tally) || hasChanges(keys.tally)) saving.touched.add(wholeSite);
  if (content || catalog) await raiseVersions(tx, saving, site.id, { content, catalog }, saving.touched);
  const warnings = locate([
    ...checked.warnings,
    ...documents.links.warnings,
    ...(await priceWarnings(tx, site.id, bundle)),
    ...(await referenceWarnings(tx, site.id, bundle)),
  ]);
  // Previews are not public.
  const sections = { ...contentSections, previews, ...catalogSections };
  return { site: bundle.site.slug, siteId: site.id, dryRun, sections, newKeys: keys.newKeys, warnings };
}

async function readTypeSchemas(tx: Sql, siteId: string, bundle: Bundle) {
  const blockTypes = await tx<{ name: string; schema: object; slots: Slots | null }>`
    select type as name, schema, slots from block_types where site_id = ${siteId}`;
  const contentTypes = await tx<{ name: string; schema: object }>`
    select slug as name, schema from content_types where site_id = ${siteId} and not built_in`;
  return {
    blockTypes: new Map([
      ...blockTypes.map(({ name, schema, slots }) => [name, { schema, slots }] as const),
      ...(bundle.blockTypes ?? []).map(({ type, schema, slots = null }) => [type, { schema, slots }] as const),
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
const blockTypeDefaults = { description: null, category: null, icon: null, uiSchema: {}, defaults: {}, slots: null };
const formDefaults = { uiSchema: {}, submitLabel: "Send", successMessage: "Thank you." };
