export { hashApiKey } from "./api-key.ts";
export { bumpContentVersion, createSite, type SiteInput } from "./create-site.ts";
export { addKey, listKeys, revokeKeys, type StoredKey } from "./keys.ts";
export { Plugins, readPlugins, resealSecrets, savePlugin, sealContext, withoutSecrets, type PluginId } from "./plugins.ts";
export { SiteDirectory, type KeyAccess } from "./site-directory.ts";
