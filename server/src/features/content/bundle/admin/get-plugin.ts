import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { readPlugins } from "../../../server/sites/index.ts";
import { editedPlugin, EditedPlugin, pluginNamed, pluginNotFound } from "../edited-plugin.ts";

/** Answers a plugin of a site with its settings. */
export const getPlugin = operation(
  {
    id: "getPlugin",
    method: "GET",
    path: `${siteBase}/plugins/{plugin}`,
    access: "member",
    permission: "settings:write",
    cors: "closed",
    problems: [pluginNotFound],
    tags: ["Sites"],
    summary: "Read a plugin and its settings",
    description: "Secret settings are answered only as whether they are set, with their last four characters; nothing shows more of them.",
    params: Type.Object({ ...siteSlug, plugin: Type.String({ description: "`svc.payments` or `svc.forms`.", examples: ["svc.forms"] }) }),
    response: { 200: Single(EditedPlugin) },
  },
  ({ sql, secrets }: Pick<Deps, "sql" | "secrets">) =>
    async ({ site, params }, reply) => {
      const plugin = pluginNamed(params.plugin);
      const shownPlugin = editedPlugin(plugin, (await readPlugins(sql, secrets, site.id)).get(plugin));
      tagRevision(reply, shownPlugin.revision);
      return { data: shownPlugin };
    },
);
