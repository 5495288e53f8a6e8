import { resolve } from "node:path";
import { Argument, Option } from "commander";
import { outputOption } from "../../../../lib/cli/arguments.ts";
import { command, CommandError, filesOf } from "../../../../lib/cli/command.ts";
import { exportWhole, type ExportOptions } from "../export-bundle.ts";
import { yamlExcess } from "../read-yaml.ts";
import { writeArchive } from "../write-archive.ts";

interface SiteExport extends ExportOptions {
  slug: string;
  /** The path of a .zip to write, with the files. Absent: the text is the output. */
  archive?: string;
}

/** The text of the bundle, or the path of the .zip that was written. */
type Exported = { text: string } | { archive: string; files: number };

export const siteExport = command<SiteExport, Exported>(
  {
    name: "site export",
    description: "write the site as a bundle",
    arguments: [new Argument("<slug>")],
    options: [
      new Option("--format <format>", "bundle format").choices(["yaml", "json"]).default("yaml"),
      new Option("--with-secrets", "with the secret settings of plugins, in clear text"),
      new Option("--with-assets", "with the files of the media library, as a .zip (default: <slug>.zip)"),
      outputOption,
    ],
    input: (
      slug: string,
      {
        format,
        withSecrets = false,
        withAssets = false,
        output = `${slug}.zip`,
      }: Partial<ExportOptions> & Pick<ExportOptions, "format"> & { output?: string },
    ): SiteExport => ({ slug, format, withSecrets, withAssets, ...(withAssets && { archive: resolve(output) }) }),
  },
  {
    run: async (context, { slug, archive, ...options }) => {
      const exported = await exportWhole(context, slug, options);
      if (exported === undefined) throw new CommandError(`There is no site "${slug}". \`vitrine site list\` shows the sites.`);
      const { text, assets } = exported;
      const excess = options.format === "yaml" ? yamlExcess(text) : undefined;
      if (excess) throw new CommandError(`No import reads the site: its YAML ${excess.message}. Export it with --format json.`);
      if (archive === undefined) return { text };
      const { store } = await filesOf(context);
      await writeArchive(store, exported, { path: archive, name: `${slug}.${options.format}`, now: context.clock.now() });
      return { archive, files: assets.length };
    },
    isWritten: (output) => "archive" in output,
    toFile: (output) => ("text" in output ? output.text : ""),
    print: (output) => {
      if ("text" in output) return output.text.trimEnd();
      return `Wrote ${output.archive} with ${output.files} ${output.files === 1 ? "file" : "files"}.`;
    },
  },
);
