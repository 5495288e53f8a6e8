export { BundleError } from "./bundle-error.ts";
export { exportBundle, type ExportOptions } from "./export-bundle.ts";
export { importBundle, type ImportOptions, type ImportReport } from "./import-bundle.ts";
export { Bundle } from "./schema.ts";
export { maxYamlBytes } from "./read-bundle.ts";
