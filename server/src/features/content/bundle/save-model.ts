import { saveBlockTypes, saveContentTypes } from "../types/index.ts";
import { formsTag } from "../../shop/forms/index.ts";
import { savePlugin, type PluginId } from "../../server/sites/index.ts";
import { emptyTally, hasChanges, type Tally } from "../../../lib/observing/tally.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Bundle } from "./schema.ts";

/** Saves the types of a bundle. */
export async function saveTypes(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  { blockTypes = [], contentTypes = [] }: Bundle,
): Promise<Record<"blockTypes" | "contentTypes", Tally>> {
  const ofBlocks = blockTypes.map((blockType) => ({ ...blockTypeDefaults, ...blockType }));
  const ofContent = contentTypes.map(({ single = false, ...contentType }) => ({ uiSchema: {}, ...contentType, isSingle: single }));
  return {
    blockTypes: await saveBlockTypes(tx, ctx, siteId, ofBlocks),
    contentTypes: await saveContentTypes(tx, ctx, siteId, ofContent),
  };
}

const blockTypeDefaults = { description: null, category: null, icon: null, uiSchema: {}, defaults: {}, slots: null };

/** Saves the plugins of a bundle. */
export async function savePlugins(
  tx: Sql,
  ctx: PublicWriteContext & { secrets: KeyRing },
  siteId: string,
  { plugins = {} }: Bundle,
): Promise<Tally> {
  const tally = emptyTally();
  for (const [plugin, state] of Object.entries(plugins)) tally[await savePlugin(tx, ctx, siteId, plugin as PluginId, state)] += 1;
  if (hasChanges(tally)) ctx.touched.add(formsTag);
  return tally;
}
