import { basename, dirname, resolve } from "node:path";
import { Argument, Option } from "commander";
import { readText } from "../../../../lib/cli/arguments.ts";
import { command, CommandError, filesOf } from "../../../../lib/cli/command.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { BundleError, errorLines } from "../bundle-error.ts";
import { openArchive } from "../bundle-archive.ts";
import { filesInFolder } from "../bundle-files.ts";
import { bundleParts, type BundlePart } from "../bundle-parts.ts";
import { importRead } from "../import-bundle.ts";
import { readBundle } from "../read-bundle.ts";
import type { ImportReport } from "../save-bundle.ts";
import { ensureViewerKey, readViewerKey } from "../../../server/sites/index.ts";

interface SiteImport {
  /** Of the bundle. Absent: `archive` has it. */
  text?: string;
  /** The path of a .zip with a bundle and its files. */
  archive?: string;
  /** Where the files of a bundle lie that is none. */
  folder?: string;
  /** The name that pages show beside mistakes. Absent: no page shows them. */
  file?: string;
  dryRun: boolean;
  setStock: boolean;
  overwrite?: boolean;
  only?: BundlePart;
}

type ImportedSite = ImportReport & {
  /** Where the pages and the shop of the site can be seen, on a server that shows them. */
  viewers?: { pages: string; shop: string };
};

export const siteImport = command<SiteImport, ImportedSite>(
  {
    name: "site import",
    description: "create or update a site from a bundle (YAML, JSON, or a .zip with its files; - reads standard input)",
    arguments: [new Argument("<file>")],
    options: [
      new Option("--dry-run", "show what would change, and change nothing"),
      new Option("--set-stock", "set the stock of variants that exist already, too: otherwise what was sold stays sold"),
      new Option("--overwrite", "replace also what somebody has changed since the last import"),
      new Option("--only <part>", "import one part of the bundle, and leave the rest of the site alone").choices(bundleParts),
    ],
    input: async (
      file: string,
      {
        dryRun = false,
        setStock = false,
        overwrite = false,
        only,
      }: Partial<Pick<SiteImport, "dryRun" | "setStock" | "overwrite" | "only">>,
    ): Promise<SiteImport> => ({
      ...(file.toLowerCase().endsWith(".zip") ? { archive: resolve(file) } : { text: await readText(file) }),
      ...(file === "-" ? {} : { file: basename(file), folder: dirname(resolve(file)) }),
      dryRun,
      setStock,
      overwrite,
      ...(only && { only }),
    }),
  },
  {
    run: async (context, { text, archive, folder, file, dryRun, setStock, overwrite = false, only }) => {
      const { live, hasViewers, publicUrl, sql, secrets, ids, clock } = context;
      const opened = archive === undefined ? undefined : await openArchive(archive);
      const files = opened?.files ?? (folder === undefined ? undefined : filesInFolder(folder));
      let slug: string | undefined;
      const importing = async () => {
        const read = readBundle(opened?.text ?? text ?? "");
        slug = read.bundle.site.slug;
        const hasFiles = (read.bundle.assets ?? []).length > 0;
        return importRead({ ...context, ...(hasFiles && (await filesOf(context))) }, read, {
          files,
          dryRun,
          setStock,
          overwrite,
          only,
          by: { actor: { kind: "CLI" }, action: "site import" },
          onProgress: (section, done, total) => {
            if (total > 1_000 || section === "assets") context.progress(`${section}: ${done} of ${total}`);
          },
        });
      };
      const report = await importing()
        .catch(async (error: unknown) => {
          if (!(error instanceof BundleError)) throw error;
          if (file !== undefined && live) {
            live.refused(file, slug === undefined ? undefined : await readViewerKey(sql, secrets, slug), error.errors);
          }
          throw new CommandError(error.message, error.errors);
        })
        .finally(() => files?.close());
      if (dryRun || !hasViewers) return report;
      const key = await sql.begin((tx) => ensureViewerKey(tx, { now: clock.now(), ids, secrets }, report.siteId));
      if (key === undefined) return report;
      live?.imported(file, key);
      return { ...report, viewers: { pages: `${publicUrl}/demo/site#key=${key}`, shop: `${publicUrl}/demo/shop#key=${key}` } };
    },
    print: ({ site, dryRun, sections, newKeys, warnings, viewers }) => {
      const rows = Object.entries(sections).map(([name, tally]) => [
        name,
        String(tally.created),
        String(tally.updated),
        String(tally.unchanged),
      ]);
      return [
        `${dryRun ? "Dry run, nothing was changed. The import of" : "Imported"} ${site}${dryRun ? " would do this:" : "."}`,
        textTable(["", "created", "updated", "unchanged"], rows),
        ...(warnings.length > 0 ? [warnings.length === 1 ? "A warning:" : `${warnings.length} warnings:`, ...errorLines(warnings)] : []),
        ...(dryRun ? [] : newKeys.map(({ name, key }) => `API key "${name}", shown this once: ${key}`)),
        ...(viewers ? [`See it: ${viewers.pages}`, `    and ${viewers.shop}`] : []),
      ].join("\n");
    },
  },
);
