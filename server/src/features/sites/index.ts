export { BundleError } from "./bundle/bundle-error.ts";
export { exportBundle, type ExportOptions } from "./bundle/export-bundle.ts";
export { importBundle, type ImportOptions, type ImportReport } from "./bundle/import-bundle.ts";
export { Bundle } from "./bundle/schema.ts";
export { bumpContentVersion, createSite, type SiteInput } from "./create-site.ts";
export { addKey, listKeys, revokeKeys, type StoredKey } from "./keys.ts";
export { SiteDirectory, siteChangedChannel, type KeyAccess } from "./site-directory.ts";
