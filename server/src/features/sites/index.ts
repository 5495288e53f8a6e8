export { sitesCommands } from "./commands.ts";
export { changeSite, createSite, raiseVersions, type SiteInput } from "./create-site.ts";
export { addKey, findKey, findNamedKey, revokeKeys, setReadLimit } from "./keys.ts";
export { listSites } from "./list-sites.ts";
export { Plugins, readPlugins, resealSecrets, savePlugin, sealContext, withoutSecrets, type PluginId } from "./plugins.ts";
export { siteIdOf, siteOf } from "./site-of.ts";
export { ensureViewerKey, viewerKeyName } from "./viewer-key.ts";
export { type KeyAccess } from "./read-key.ts";
export { SiteDirectory } from "./site-directory.ts";
