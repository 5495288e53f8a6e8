import { Type, type Static } from "typebox";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import { canonicalEmail } from "../../../lib/text/email-address.ts";
import { canonicalCurrency } from "../../../lib/text/money.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Ids } from "../../../ports/ids.ts";
import { recordChange } from "../../people/audit/index.ts";

/** The payment plugin's settings of a site. Amounts in minor units. */
export const PaymentsConfig = Type.Object(
  {
    secretKey: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    publishableKey: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    webhookSecrets: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 2 })),
    currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3 })),
  },
  { additionalProperties: false },
);

export const FormsConfig = Type.Object(
  { notify: Type.Optional(Type.Array(Type.String({ format: "email", maxLength: 254 }), { maxItems: 20 })) },
  { additionalProperties: false },
);

/** The plugins of a site and their settings, all optional. */
export const Plugins = Type.Object(
  {
    "svc.payments": Type.Optional(
      Type.Object({ enabled: Type.Boolean(), config: Type.Optional(PaymentsConfig) }, { additionalProperties: false }),
    ),
    "svc.forms": Type.Optional(
      Type.Object({ enabled: Type.Boolean(), config: Type.Optional(FormsConfig) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);
export type Plugins = Static<typeof Plugins>;
export type PluginId = keyof Plugins;

/** The errors of plugins of the right form, by JSON Pointer. Pure. */
export function pluginErrors(plugins: Plugins): ValidationError[] {
  const currency = plugins["svc.payments"]?.config?.currency;
  const path = "/svc.payments/config/currency";
  return [
    ...(plugins["svc.forms"]?.config?.notify ?? []).flatMap((address, index) =>
      canonicalEmail(address) === undefined
        ? [{ path: `/svc.forms/config/notify/${index}`, code: "value", message: "is not a valid e-mail address" }]
        : [],
    ),
    ...(currency && !canonicalCurrency(currency) ? [{ path, code: "value", message: "is not an ISO 4217 currency" }] : []),
  ];
}

/** The settings that are kept encrypted and never shown. */
const secretSettings: Readonly<Record<PluginId, readonly string[]>> = {
  "svc.payments": ["secretKey", "webhookSecrets"],
  "svc.forms": [],
};

/** Whether a plugin's settings name a secret one. */
export function hasSecrets(plugin: PluginId, config: Readonly<Record<string, unknown>> = {}): boolean {
  return secretSettings[plugin].some((name) => Object.hasOwn(config, name));
}

/** Settings as a change gives them: null takes a secret one away. */
interface GivenPlugin {
  enabled: boolean;
  config?: Readonly<Record<string, unknown>>;
}

export interface PluginState {
  enabled: boolean;
  config: Record<string, unknown>;
  revision: number;
  updatedAt: Date;
}

/** The site's plugins with all their settings, decrypted. */
export async function readPlugins(sql: Sql, secrets: KeyRing, siteId: string): Promise<Map<PluginId, PluginState>> {
  const rows = await sql<PluginState & { plugin: string; secrets: Uint8Array | null }>`
    select plugin, enabled, config, secrets, revision, updated_at as "updatedAt" from plugins where site_id = ${siteId} order by plugin`;
  return new Map(
    rows.map(({ plugin, config, secrets: sealed, ...state }) => {
      const secret = sealed ? (JSON.parse(secrets.open(sealed, sealContext(siteId, plugin))) as Record<string, unknown>) : {};
      return [plugin as PluginId, { ...state, config: { ...config, ...secret } }];
    }),
  );
}

/** The settings without the secret ones. */
export function withoutSecrets(plugin: PluginId, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !secretSettings[plugin].includes(name)));
}

/** Stores a plugin's state. Absent secret settings keep their stored value, and null takes them away. Says what that did. */
export async function savePlugin(
  tx: Sql,
  { now, ids, secrets }: { now: Date; ids: Ids; secrets: KeyRing },
  siteId: string,
  plugin: PluginId,
  input: GivenPlugin,
): Promise<"created" | "updated" | "unchanged"> {
  const storedPlugin = (await readPlugins(tx, secrets, siteId)).get(plugin);
  const merged = Object.entries({ ...onlySecrets(plugin, storedPlugin?.config), ...input.config });
  const config = Object.fromEntries(merged.filter(([, value]) => value !== null));
  if (storedPlugin && storedPlugin.enabled === input.enabled && sameMembers(storedPlugin.config, config)) return "unchanged";
  const open = JSON.stringify(withoutSecrets(plugin, config));
  const hidden = onlySecrets(plugin, config);
  const sealed = Object.keys(hidden).length > 0 ? secrets.seal(JSON.stringify(hidden), sealContext(siteId, plugin)) : null;
  await tx`
    insert into plugins (site_id, id, plugin, enabled, config, secrets, created_at, updated_at)
    values (${siteId}, ${ids.next()}, ${plugin}, ${input.enabled}, ${open}::json, ${sealed}, ${now}, ${now})
    on conflict (site_id, plugin) do update set
      enabled = excluded.enabled, config = excluded.config, secrets = excluded.secrets, revision = plugins.revision + 1,
      updated_at = excluded.updated_at`;
  return storedPlugin ? "updated" : "created";
}

/** Re-encrypts all secrets of older keys under the ring's first key. Resolves with their number. */
export async function resealSecrets(
  tx: Sql,
  { now, ids, secrets }: { now: Date; ids: Ids; secrets: KeyRing },
  action: string,
): Promise<number> {
  const rows = await tx<{ siteId: string; plugin: string }>`
    select site_id as "siteId", plugin from plugins where secrets is not null order by site_id, plugin`;
  let resealed = 0;
  for (const { siteId, plugin } of rows) {
    // Locked one by one: a statement that locks reaches only one site.
    const [row] = await tx<{ secrets: Uint8Array | null }>`
      select secrets from plugins where site_id = ${siteId} and plugin = ${plugin} for update`;
    const sealed = row?.secrets;
    if (!sealed || secrets.isCurrent(sealed)) continue;
    const context = sealContext(siteId, plugin);
    await tx`update plugins set secrets = ${secrets.seal(secrets.open(sealed, context), context)} where site_id = ${siteId} and plugin = ${plugin}`;
    // Not of the plugin, whose revision stays: nothing that people set has changed.
    const target = { type: "secrets", id: plugin, label: plugin };
    await recordChange(tx, { now, ids }, { actor: { kind: "CLI" }, siteId, action, target });
    resealed += 1;
  }
  return resealed;
}

/** Binds a ciphertext to its row: it cannot be decrypted in another site's row. */
export function sealContext(siteId: string, plugin: string): string {
  return `plugins/${siteId}/${plugin}`;
}

function onlySecrets(plugin: PluginId, config: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => secretSettings[plugin].includes(name)));
}

function sameMembers(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const text = (value: Readonly<Record<string, unknown>>) => JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
