import { saveAssets } from "../media/index.ts";
import { productListsTag } from "../../shop/catalog/index.ts";
import { markInvalid, shareImportedValues } from "../documents/index.ts";
import { rewriteSome } from "../queries/index.ts";
import { saveDiscounts } from "../../shop/discounts/index.ts";
import { formDefaults, saveForms } from "../../shop/forms/index.ts";
import { raiseVersions } from "../../server/sites/index.ts";
import type { RecordedChange } from "../../people/audit/index.ts";
import { CommandError } from "../../../lib/cli/command.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { wholeSite } from "../../../lib/published/site-changes.ts";
import { hasChanges, type Tally } from "../../../lib/observing/tally.ts";
import type { Sql, Transaction } from "../../../ports/database.ts";
import { answerErrors } from "./check-answers.ts";
import { BundleError, type BundleValidationError } from "./bundle-error.ts";
import type { BundlePart } from "./bundle-parts.ts";
import { checkBundle, siteErrors } from "./check-bundle.ts";
import { catalogErrors } from "./check-catalog.ts";
import { savedCatalogErrors } from "./check-translations.ts";
import { entryName, pageName } from "./document-names.ts";
import { assetName, editedWarnings, findEdited, itemsOf, withoutItems } from "./edited-items.ts";
import { noteImported, type ImportedItem } from "./imported-items.ts";
import { ReferenceLinks } from "./link-references.ts";
import { looseEnds } from "./loose-ends.ts";
import { localesInUse } from "./locale-errors.ts";
import { readCurrencies } from "./currency-errors.ts";
import { withoutOmitted } from "./find-pictures.ts";
import { priceWarnings, stepWarnings } from "./price-warnings.ts";
import { referenceWarnings } from "./reference-warnings.ts";
import type { ReadBundle } from "./read-bundle.ts";
import { readTypeSchemas } from "./read-type-schemas.ts";
import { saveCatalog } from "./save-catalog.ts";
import { addInBatches, editedDocumentWarnings, entryInput, markedDocuments, pageInput, saveInBatches } from "./save-documents.ts";
import { saveKeys } from "./save-keys.ts";
import { savePlugins, saveTypes } from "./save-model.ts";
import { savePreviews } from "./save-previews.ts";
import { saveSite } from "./save-site.ts";
import type { BundleFiles } from "./bundle-files.ts";
import { withoutTrashed } from "./trashed-documents.ts";
import { unstagedErrors, type StagedAssets } from "./stage-assets.ts";
import type { Bundle, BundleEntry } from "./schema.ts";
import { singleTypeErrors } from "./single-type-errors.ts";
import { withTidyOptions } from "./tidy-options.ts";

export interface ImportOptions {
  /** Works out the changes and undoes them. */
  dryRun: boolean;
  /** Sets the stock of existing variants: otherwise units sold since stay sold. */
  setStock: boolean;
  /** Replaces also what somebody has changed since the last import. Absent: it stays as it is, and is named. */
  overwrite?: boolean;
  /** The part of the bundle that is imported; the others are not even checked. Absent: all of them. */
  only?: BundlePart | undefined;
  /** Called with the progress of a large import. */
  onProgress(section: string, done: number, total: number): void;
  /** The files of the bundle. Absent: it has none. */
  files?: BundleFiles | undefined;
  /** Who imports, for the log. Absent: nobody, as for a site that a test makes. */
  by?: Pick<RecordedChange, "actor" | "action">;
}

type ContentSection = "site" | "assets" | "apiKeys" | "plugins" | "blockTypes" | "contentTypes" | "pages" | "entries" | "forms";
type CatalogSection = "categories" | "products" | "plans" | "discounts";

export interface ImportReport {
  site: string;
  siteId: string;
  dryRun: boolean;
  sections: Record<ContentSection | "previews" | CatalogSection, Tally>;
  /** Keys that were made because the bundle gave none. They are shown only this once. */
  newKeys: { name: string; key: string }[];
  /** Places that the author should look at. They do not stop the import. */
  warnings: BundleValidationError[];
}

/** Of the values that queries compare, after a change of a schema. */
const mostSlices = 10;

/** Creates or updates a whole site in the caller's transaction. Throws BundleError with every mistake, and must be undone then. */
export async function saveBundle(
  tx: Transaction,
  writeContext: WriteContext & { secrets: KeyRing },
  whole: Bundle,
  {
    dryRun = false,
    setStock = false,
    overwrite = false,
    only,
    onProgress = () => undefined,
    read = wellFormed,
    publicUrl = "",
    staged,
    by,
  }: Partial<ImportOptions> & {
    staged?: StagedAssets | undefined;
    read?: Pick<ReadBundle, "errors" | "isInStandIn" | "locate">;
    publicUrl?: string;
  } = {},
): Promise<ImportReport> {
  const { now } = writeContext;
  const ctx = { ...writeContext, touched: new Set<string>() };
  /** Everything that was found so far, in the order of the file. */
  const mistakes = (newErrors: readonly ValidationError[]) =>
    read.locate([...read.errors, ...newErrors.filter(({ path }) => !read.isInStandIn(path))]);
  const earlyErrors = [...siteErrors(whole), ...(staged ? [] : unstagedErrors(whole))];
  // Values that the site row cannot hold must be reported before the row is written.
  if (earlyErrors.some(({ path }) => path.startsWith("/site"))) throw new BundleError(mistakes(earlyErrors));
  const keepsSite = only !== undefined && only !== "settings";
  const site = await saveSite(tx, ctx, whole, { id: staged?.siteId, keeps: keepsSite ? "all" : overwrite ? "none" : "edited" });
  if (staged && staged.siteId !== site.id) throw new CommandError("Somebody made the site in the meantime. Import the bundle again.");
  const saveStaged = (isKept: (name: string) => boolean) => {
    return saveAssets(
      tx,
      ctx,
      site.id,
      { quotaMb: staged?.quotaMb ?? 0 },
      (staged?.assets ?? []).filter(({ name }) => isKept(name)),
    );
  };
  const spares = !overwrite && site.tally.created === 0;
  const ofAssets = { assets: whole.assets ?? [] };
  const editedAssets = spares
    ? await findEdited(tx, site.id, ofAssets, ({ assets = [] }) => saveStaged((name) => assets.some((each) => assetName(each) === name)))
    : [];
  const assets = await saveStaged((name) => !editedAssets.some((each) => each.name === name));
  const { bundle: here, warnings: omitted } = await withoutOmitted(tx, site.id, withTidyOptions({ ...whole, site: site.members }));
  const check = async (bundle: Bundle) => {
    const types = await readTypeSchemas(tx, site.id, bundle);
    const { errors, warnings } = checkBundle(bundle, types, now);
    const ofSite = (await localesInUse(tx, site.id, bundle.site.locales)).map((error) => ({ ...error, path: `/site${error.path}` }));
    const ofSingleTypes = await singleTypeErrors(tx, site.id, bundle, types);
    return { types, warnings, errors: [...errors, ...ofSingleTypes, ...ofSite, ...(await catalogErrors(tx, site.id, bundle))] };
  };
  const whatIsHere = await check(here);
  const errors = [...earlyErrors, ...whatIsHere.errors];
  if (errors.length > 0 || read.errors.length > 0) throw new BundleError(mistakes(errors));

  const { assets: _assets, ...others } = here;
  const saveChanged = async (changed: Partial<Bundle>) => {
    const trying = { ...ctx, touched: new Set<string>() };
    const part: Bundle = { bundle: 1, site: here.site, ...changed };
    await savePlugins(tx, trying, site.id, part);
    await saveTypes(tx, trying, site.id, part);
    await saveCatalog(tx, trying, site.id, part, {
      setStock,
      locate: read.locate,
      hasNewLocales: false,
      onProgress: () => undefined,
    });
    await saveDiscountSection(tx, trying, site.id, part, read.locate);
  };
  const editedItems = spares ? await findEdited(tx, site.id, others, saveChanged) : [];
  const edited = [...site.edited, ...editedAssets, ...editedItems];
  const ofEdited = await editedWarnings(tx, site.id, here, edited);
  const untrashed = spares ? await withoutTrashed(tx, site.id, here) : { ...withoutItems(here, []), warnings: [], trashed: [] };
  const { bundle, pathOf } = withoutItems(untrashed.bundle, edited);
  const inWhole = (error: ValidationError) => ({ ...error, path: untrashed.pathOf(pathOf(error.path)) });
  const locate = (newErrors: readonly ValidationError[]) => read.locate(newErrors.map(inWhole));
  // The items that stay as they are may contradict the rest of the bundle.
  const checked = editedItems.length > 0 ? await check(bundle) : whatIsHere;
  if (checked.errors.length > 0) throw new BundleError([...read.locate(ofEdited), ...locate(checked.errors)]);
  const { types } = checked;

  const keys = await saveKeys(tx, ctx, site.id, bundle);
  const plugins = await savePlugins(tx, ctx, site.id, bundle);
  const model = await saveTypes(tx, ctx, site.id, bundle);
  // Before the documents, which may refer to all of it, as to each other.
  const hasNewLocales = hasChanges(site.tally);
  const catalogSections = await saveCatalog(tx, ctx, site.id, bundle, { setStock, locate, onProgress, hasNewLocales });
  const discounts = await saveDiscountSection(tx, ctx, site.id, bundle, locate);
  if (hasNewLocales || Object.values(catalogSections).some(hasChanges)) {
    const savedErrors = await savedCatalogErrors(tx, { ...bundle.site, id: site.id }, bundle);
    if (savedErrors.length > 0) throw new BundleError(locate(savedErrors));
  }
  const pageSection = { name: "pages", items: bundle.pages ?? [], toName: pageName, toInput: pageInput, inContent: "" } as const;
  const schemaOf = (contentType: string) => types.contentTypes.get(contentType) ?? {};
  const toEntry = (entry: BundleEntry) => entryInput(entry, schemaOf(entry.contentType));
  const entrySection = { name: "entries", items: bundle.entries ?? [], toName: entryName, toInput: toEntry, inContent: "/data" } as const;
  await addInBatches(tx, ctx, site.id, pageSection);
  await addInBatches(tx, ctx, site.id, entrySection);
  const documents = {
    links: new ReferenceLinks(types, { omitsAssets: bundle.omits?.includes("assets") === true, trashed: untrashed.trashed }),
    overwrites: overwrite,
    locate,
    onProgress,
  };
  const pages = await saveInBatches(tx, ctx, site.id, pageSection, documents);
  const entries = await saveInBatches(tx, ctx, site.id, entrySection, documents);
  const names = [...pageSection.items.map(pageName), ...entrySection.items.map(entryName)];
  await shareImportedValues(tx, ctx, site.id, names, by);
  await markInvalid(
    tx,
    site.id,
    markedDocuments(bundle, [...checked.warnings, ...documents.links.warnings], [...pages.edited, ...entries.edited]),
  );
  // A type of many documents is left to the background job.
  const rewriting = { ...ctx, touched: new Set<string>() };
  await rewriteSome(tx, rewriting, site.id, mostSlices);
  for (const tag of rewriting.touched) ctx.touched.add(tag);
  const previews = await savePreviews(tx, ctx, site.id, bundle, locate);
  const forms = await saveForms(
    tx,
    ctx,
    site.id,
    (bundle.forms ?? []).map((form) => ({ ...formDefaults, ...form })),
  );

  // The addresses of files are measured without a signature.
  const bound = { storefrontUrl: null, ...bundle.site, id: site.id, filesUntil: null };
  const tooLarge = await answerErrors(tx, bound, bundle, publicUrl);
  if (tooLarge.length > 0) throw new BundleError(locate(tooLarge));
  const contentSections = {
    site: site.tally,
    assets,
    apiKeys: keys.tally,
    plugins,
    ...model,
    pages: pages.tally,
    entries: entries.tally,
    forms,
  };
  const content = rewriting.touched.size > 0 || Object.values(contentSections).some(hasChanges);
  const catalog = Object.values(catalogSections).some(hasChanges) || ctx.touched.has(productListsTag);
  if (hasChanges(site.tally) || hasChanges(keys.tally)) ctx.touched.add(wholeSite);
  if (content || catalog) await raiseVersions(tx, ctx, site.id, { content, catalog }, ctx.touched);
  await noteImported(tx, ctx, site.id, [...(keepsSite ? [] : membersIn(whole.site, site.edited)), ...itemsOf(bundle)]);
  const inReduced = [
    ...(await editedDocumentWarnings(tx, site.id, [...pages.edited, ...entries.edited])),
    ...checked.warnings,
    ...documents.links.warnings,
    ...stepWarnings(bundle),
    ...(await priceWarnings(tx, site.id, bundle)),
    ...(await referenceWarnings(tx, site.id, bundle)),
    ...(await looseEnds(tx, bound, bundle, publicUrl)),
  ];
  const warnings = read.locate([...ofEdited, ...untrashed.warnings, ...omitted, ...inReduced.map(inWhole)]);
  // Previews are not public.
  const sections = { ...contentSections, previews, ...catalogSections, discounts };
  return { site: bundle.site.slug, siteId: site.id, dryRun, sections, newKeys: keys.newKeys, warnings };
}

/** Saves the discounts once their items are there. Throws BundleError. */
async function saveDiscountSection(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { site, discounts = [] }: Bundle,
  locate: (errors: readonly ValidationError[]) => ValidationError[],
): Promise<Tally> {
  const { tally, errors } = await saveDiscounts(tx, ctx, { ...site, ...(await readCurrencies(tx, siteId)), id: siteId }, discounts);
  if (errors.length > 0) throw new BundleError(locate(errors.map((error) => ({ ...error, path: `/discounts${error.path}` }))));
  return tally;
}

/** The members of the site that the import has written. */
function membersIn(site: Bundle["site"], edited: readonly ImportedItem[]): ImportedItem[] {
  const isWritten = (name: string) => name !== "slug" && !edited.some((each) => each.name === name);
  return Object.keys(site)
    .filter(isWritten)
    .map((name) => ({ section: "site", name }));
}

const wellFormed: Pick<ReadBundle, "errors" | "isInStandIn" | "locate"> = {
  errors: [],
  isInStandIn: () => false,
  locate: (errors) => [...errors],
};
