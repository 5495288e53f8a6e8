import { exportBundle, maxYamlBytes, type ExportOptions } from "../features/bundle/index.ts";
import { CommandError, type Command } from "./command.ts";

export const siteExport: Command<{ slug: string } & ExportOptions, { text: string }> = {
  run: async (context, { slug, ...options }) => {
    const text = await exportBundle(context, slug, options);
    if (text === undefined) throw new CommandError(`There is no site "${slug}". \`vitrine site list\` shows the sites.`);
    if (options.format === "yaml" && text.length > maxYamlBytes) {
      throw new CommandError(
        `The site is larger than ${maxYamlBytes >> 20} MiB of YAML, which no import reads. Export it as JSON: --format json.`,
      );
    }
    return { text };
  },
  print: ({ text }) => text.trimEnd(),
};
