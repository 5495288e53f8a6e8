import { exportBundle, yamlExcess, type ExportOptions } from "../index.ts";
import { CommandError, type Command } from "../../../lib/cli/command.ts";

export const siteExport: Command<{ slug: string } & ExportOptions, { text: string }> = {
  run: async (context, { slug, ...options }) => {
    const text = await exportBundle(context, slug, options);
    if (text === undefined) throw new CommandError(`There is no site "${slug}". \`vitrine site list\` shows the sites.`);
    const excess = options.format === "yaml" ? yamlExcess(text) : undefined;
    if (excess) throw new CommandError(`No import reads the site: its YAML ${excess.message}. Export it with --format json.`);
    return { text };
  },
  print: ({ text }) => text.trimEnd(),
};
