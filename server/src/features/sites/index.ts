export { sitesCommands } from "./commands.ts";
export { hashApiKey } from "./api-key.ts";
export { changeSite, createSite, raiseVersions, type SiteInput } from "./create-site.ts";
export { addKey, findKey, findNamedKey, listKeys, revokeKeys, setReadLimit, type StoredKey } from "./keys.ts";
export { Plugins, readPlugins, resealSecrets, savePlugin, sealContext, withoutSecrets, type PluginId } from "./plugins.ts";
export { siteIdOf, siteOf } from "./site-of.ts";
export { SiteDirectory, type KeyAccess } from "./site-directory.ts";
