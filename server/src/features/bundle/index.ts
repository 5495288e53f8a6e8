export { bundleCommands } from "./commands.ts";
export { BundleError } from "./bundle-error.ts";
export { exportBundle, type ExportOptions } from "./export-bundle.ts";
export { importBundle, saveBundle, type ImportOptions, type ImportReport } from "./import-bundle.ts";
export { Bundle } from "./schema.ts";
export { readBundle } from "./read-bundle.ts";
export { yamlExcess } from "./read-yaml.ts";
