import { Argument, Option } from "commander";
import { outputOption } from "../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../lib/cli/command.ts";
import { exportBundle, type ExportOptions } from "../export-bundle.ts";
import { yamlExcess } from "../read-yaml.ts";

export const siteExport = command(
  {
    name: "site export",
    description: "write the site as a bundle",
    arguments: [new Argument("<slug>")],
    options: [
      new Option("--format <format>", "of the bundle").choices(["yaml", "json"]).default("yaml"),
      new Option("--with-secrets", "with the secret settings of plugins, in clear text"),
      outputOption,
    ],
    input: (slug: string, { format, withSecrets = false }: Partial<ExportOptions> & Pick<ExportOptions, "format">) => ({
      slug,
      format,
      withSecrets,
    }),
  },
  {
    run: async (context, { slug, ...options }) => {
      const text = await exportBundle(context, slug, options);
      if (text === undefined) throw new CommandError(`There is no site "${slug}". \`vitrine site list\` shows the sites.`);
      const excess = options.format === "yaml" ? yamlExcess(text) : undefined;
      if (excess) throw new CommandError(`No import reads the site: its YAML ${excess.message}. Export it with --format json.`);
      return { text };
    },
    toFile: ({ text }) => text,
    print: ({ text }) => text.trimEnd(),
  },
);
