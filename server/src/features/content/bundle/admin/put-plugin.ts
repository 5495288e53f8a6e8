import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded, demandPermission, demandRecentSignIn } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound, validationFailed, type ValidationError } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { changesBetween, conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { recordWebhookEvents } from "../../../server/webhooks/index.ts";
import { formsTag } from "../../../shop/forms/index.ts";
import {
  hasSecrets,
  lockAndReadSite,
  pluginErrors,
  raiseVersions,
  readPlugins,
  savePlugin,
  type PluginId,
} from "../../../server/sites/index.ts";
import { editedPlugin, EditedPlugin, foreignSettings, PluginInput, pluginNamed, pluginNotFound } from "../edited-plugin.ts";

/** Names people, or is secret. */
const hidden = ["config.notify", "config.secretKey", "config.webhookSecrets"];

/** Replaces the settings of a plugin. */
export const putPlugin = operation(
  {
    id: "putPlugin",
    method: "PUT",
    path: `${siteBase}/plugins/{plugin}`,
    access: "member",
    permission: "settings:write",
    conditional: "change",
    cors: "closed",
    problems: [pluginNotFound, confirmationNeeded],
    tags: ["Sites"],
    summary: "Change a plugin",
    description:
      "Replaces its settings. Absent secret settings stay, and null removes them. Changing them needs `plugins:secrets`, and for payments a recent " +
      "sign-in. A plugin that nobody has changed has the revision 0.",
    params: Type.Object({ ...siteSlug, plugin: Type.String({ description: "`svc.payments` or `svc.forms`.", examples: ["svc.forms"] }) }),
    body: Type.Object({ ...PluginInput.properties, revision: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
    response: { 200: Single(EditedPlugin) },
  },
  ({ sql, clock, ids, secrets }: Pick<Deps, "sql" | "clock" | "ids" | "secrets">) =>
    async (request, reply) => {
      const { site, member, admin, params, body } = request;
      const { revision, ...pluginInput } = body;
      const plugin = pluginNamed(params.plugin);
      const seen = seenRevision(request, revision);
      const ctx = { now: clock.now(), ids, secrets };
      if (hasSecrets(plugin, pluginInput.config)) {
        demandPermission(member, "plugins:secrets");
        if (plugin === "svc.payments") demandRecentSignIn(admin, ctx.now);
      }
      refuseErrors(plugin, pluginInput);
      const shownPlugin = await sql.begin(async (tx) => {
        const lockedSite = await lockAndReadSite(tx, site.id);
        if (!lockedSite || lockedSite.deletedAt) throw new ProblemError(siteNotFound);
        const read = async () => (await readPlugins(tx, secrets, site.id)).get(plugin);
        const before = await read();
        const target = { type: "plugin", id: plugin, label: plugin };
        if ((before?.revision ?? 0) !== seen) throw await conflictAbout(tx, site.id, target, before?.revision ?? 0);
        const outcome = await savePlugin(tx, ctx, site.id, plugin, pluginInput);
        const after = await read();
        if (outcome === "unchanged") return editedPlugin(plugin, after);
        await raiseVersions(tx, ctx, site.id, { content: true }, new Set([formsTag]));
        const changes = changesBetween(openState(before), openState(after), { hidden });
        const change = { actor: actorOf(request), siteId: site.id, action: "putPlugin", changes };
        await recordChange(tx, ctx, { ...change, target: { ...target, revision: after?.revision ?? 0 } });
        await recordWebhookEvents(tx, ctx, site.id, [{ type: "settings.changed", data: { changed: [plugin] } }]);
        return editedPlugin(plugin, after);
      });
      tagRevision(reply, shownPlugin.revision);
      return { data: shownPlugin };
    },
);

/** What the log compares; the values of hidden members stay out of it. */
function openState(state: { enabled: boolean; config: object } | undefined) {
  return { enabled: state?.enabled ?? false, config: state?.config ?? {} };
}

function refuseErrors(plugin: PluginId, { enabled, config }: PluginInput): void {
  const unknown = foreignSettings(plugin, config).map((name): ValidationError => {
    return { path: `/config/${name}`, code: "additionalProperties", message: `is not a setting of ${plugin}` };
  });
  const { secretKey, webhookSecrets, ...open } = config ?? {};
  void [secretKey, webhookSecrets];
  const wrong = pluginErrors({ [plugin]: { enabled, config: open } }).map((error) => ({
    ...error,
    path: error.path.slice(plugin.length + 1),
  }));
  const errors = [...unknown, ...(unknown.length > 0 ? [] : wrong)];
  if (errors.length > 0) throw new ProblemError(validationFailed, { detail: "The settings of the plugin have mistakes.", errors: errors });
}
