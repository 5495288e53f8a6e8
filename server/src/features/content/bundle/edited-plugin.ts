import { Type, type Static, type TProperties } from "typebox";
import { Instant, Nullable } from "../../../lib/http/envelope.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { FormsConfig, PaymentsConfig, Plugins, type PluginId, type PluginState } from "../../server/sites/index.ts";

export const pluginNotFound = problem("plugin_not_found", 404, "Plugin not found");

const object = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false });

/** A secret setting: it can be written, and never read. */
const SecretState = object({
  set: Type.Boolean(),
  lastFour: Nullable(Type.String({ description: "Null if the value is missing, or too short to show a part of it." })),
});

const { secretKey, webhookSecrets, ...paymentSettings } = PaymentsConfig.properties;
const openSettings = { ...paymentSettings, ...FormsConfig.properties };

/** A plugin of a site, with its settings; of secret ones only whether they are set. */
export const EditedPlugin = Type.Object(
  {
    plugin: Type.String({ examples: ["svc.payments"] }),
    enabled: Type.Boolean(),
    config: object({
      ...openSettings,
      secretKey: Type.Optional(SecretState),
      webhookSecrets: Type.Optional(Type.Array(SecretState)),
    }),
    revision: Type.Integer({ description: "0 until somebody has changed it." }),
    updatedAt: Nullable(Instant),
  },
  { $id: "Plugin", additionalProperties: false },
);
export type EditedPlugin = Static<typeof EditedPlugin>;

/** A plugin as somebody gives it: null takes a secret setting away. */
export const PluginInput = object({
  enabled: Type.Boolean(),
  config: Type.Optional(
    object({
      ...openSettings,
      secretKey: Type.Optional(Nullable(secretKey)),
      webhookSecrets: Type.Optional(Nullable(webhookSecrets)),
    }),
  ),
});
export type PluginInput = Static<typeof PluginInput>;

const settingsOf: Readonly<Record<PluginId, readonly string[]>> = {
  "svc.payments": Object.keys(PaymentsConfig.properties),
  "svc.forms": Object.keys(FormsConfig.properties),
};

/** The plugin of an address. Throws `plugin_not_found`. */
export function pluginNamed(name: string): PluginId {
  if (!Object.hasOwn(Plugins.properties, name)) throw new ProblemError(pluginNotFound);
  return name as PluginId;
}

/** The names of settings that another plugin has, and this one does not. */
export function foreignSettings(plugin: PluginId, config: object = {}): string[] {
  return Object.keys(config).filter((name) => !settingsOf[plugin].includes(name));
}

/** The plugin as it is shown; one that nobody has changed is switched off. */
export function editedPlugin(plugin: PluginId, state: PluginState | undefined): EditedPlugin {
  const { secretKey: key, webhookSecrets: secrets = [], ...open } = (state?.config ?? {}) as Static<typeof PaymentsConfig>;
  const hidden = plugin === "svc.payments" ? { secretKey: secretState(key), webhookSecrets: secrets.map(secretState) } : {};
  return {
    plugin,
    enabled: state?.enabled ?? false,
    config: { ...open, ...hidden },
    revision: state?.revision ?? 0,
    updatedAt: state?.updatedAt.toISOString() ?? null,
  };
}

/** Four characters of a short secret would be most of it. */
const shortest = 16;

function secretState(secret: string | undefined): Static<typeof SecretState> {
  return { set: secret !== undefined, lastFour: secret !== undefined && secret.length >= shortest ? secret.slice(-4) : null };
}
