export { errorLines, type BundleValidationError } from "./bundle-error.ts";
export { applyCatalogPatch, type SeenVariant } from "./catalog-patch.ts";
export {
  catalogItemErrors,
  changeCatalog,
  idOfItem,
  saveCatalogItems,
  type CatalogChange,
  type CatalogItemChange,
} from "./change-catalog.ts";
export { runExport, runImport, type BundleJob } from "./bundle-jobs.ts";
export { bundleCommands } from "./commands.ts";
export { bundleOperations } from "./operations.ts";
export { exportBundle } from "./export-bundle.ts";
export { readCatalogItems } from "./export-catalog.ts";
export { filesInFolder, type BundleFiles } from "./bundle-files.ts";
export { importBundle } from "./import-bundle.ts";
export { saveBundle, type ImportReport } from "./save-bundle.ts";
export { bundleParts, type BundlePart } from "./bundle-parts.ts";
export { openSite } from "./open-site.ts";
export { Bundle, BundleCategory, BundlePlan, BundleProduct } from "./schema.ts";
export { findReferringPlaces } from "./referring-places.ts";
export { readWellFormedBundle } from "./read-bundle.ts";
