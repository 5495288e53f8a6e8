export { faultLines, type BundleFault } from "./bundle-error.ts";
export { bundleCommands } from "./commands.ts";
export { exportBundle } from "./export-bundle.ts";
export { importBundle, saveBundle, type ImportReport } from "./import-bundle.ts";
export { Bundle } from "./schema.ts";
export { readWellFormedBundle } from "./read-bundle.ts";
