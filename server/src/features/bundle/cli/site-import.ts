import { basename } from "node:path";
import { Argument, Option } from "commander";
import { readText } from "../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../lib/cli/command.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { BundleError, faultLines } from "../bundle-error.ts";
import { importBundle, type ImportReport } from "../import-bundle.ts";
import { ensureViewerKey } from "../../sites/index.ts";

interface SiteImport {
  text: string;
  /** The name that pages show beside mistakes. Absent: no page shows them. */
  file?: string;
  dryRun: boolean;
  setStock: boolean;
}

type ImportedSite = ImportReport & {
  /** Where the pages and the shop of the site can be seen, on a server that shows them. */
  viewers?: { pages: string; shop: string };
};

export const siteImport = command<SiteImport, ImportedSite>(
  {
    name: "site import",
    description: "create or update a site from a bundle (YAML or JSON; - reads standard input)",
    arguments: [new Argument("<file>")],
    options: [
      new Option("--dry-run", "show what would change, and change nothing"),
      new Option("--set-stock", "set the stock of variants that exist already, too: otherwise what was sold stays sold"),
    ],
    input: async (file: string, { dryRun = false, setStock = false }: { dryRun?: boolean; setStock?: boolean }): Promise<SiteImport> => ({
      text: await readText(file),
      ...(file === "-" ? {} : { file: basename(file) }),
      dryRun,
      setStock,
    }),
  },
  {
    run: async (context, { text, file, dryRun, setStock }) => {
      const { live, hasViewers, publicUrl, sql, secrets, ids, clock } = context;
      const report = await importBundle(context, text, {
        dryRun,
        setStock,
        onProgress: (section, done, total) => {
          if (total > 1_000) context.progress(`${section}: ${done} of ${total}`);
        },
      }).catch((error: unknown) => {
        if (!(error instanceof BundleError)) throw error;
        if (file !== undefined) live?.refused(file, error.faults);
        throw new CommandError(error.message, error.faults);
      });
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
        ...(warnings.length > 0 ? [warnings.length === 1 ? "A warning:" : `${warnings.length} warnings:`, ...faultLines(warnings)] : []),
        ...(dryRun ? [] : newKeys.map(({ name, key }) => `API key "${name}", shown this once: ${key}`)),
        ...(viewers ? [`See it: ${viewers.pages}`, `    and ${viewers.shop}`] : []),
      ].join("\n");
    },
  },
);
