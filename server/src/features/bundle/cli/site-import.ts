import { Argument, Option } from "commander";
import { readText } from "../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../lib/cli/command.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { BundleError } from "../bundle-error.ts";
import { importBundle } from "../import-bundle.ts";

export const siteImport = command(
  {
    name: "site import",
    description: "create or update a site from a bundle (YAML or JSON; - reads standard input)",
    arguments: [new Argument("<file>")],
    options: [
      new Option("--dry-run", "show what would change, and change nothing"),
      new Option("--set-stock", "set the stock of variants that exist already, too: otherwise what was sold stays sold"),
    ],
    input: async (file: string, { dryRun = false, setStock = false }: { dryRun?: boolean; setStock?: boolean }) => ({
      text: await readText(file),
      dryRun,
      setStock,
    }),
  },
  {
    run: (context, { text, dryRun, setStock }) =>
      importBundle(context, text, {
        dryRun,
        setStock,
        onProgress: (section, done, total) => {
          if (total > 1_000) context.progress(`${section}: ${done} of ${total}`);
        },
      }).catch((error: unknown) => {
        throw error instanceof BundleError ? new CommandError(error.message, error.faults) : error;
      }),
    print: ({ site, dryRun, sections, newKeys }) => {
      const rows = Object.entries(sections).map(([name, tally]) => [
        name,
        String(tally.created),
        String(tally.updated),
        String(tally.unchanged),
      ]);
      return [
        `${dryRun ? "Dry run, nothing was changed. The import of" : "Imported"} ${site}${dryRun ? " would do this:" : "."}`,
        textTable(["", "created", "updated", "unchanged"], rows),
        ...(dryRun ? [] : newKeys.map(({ name, key }) => `API key "${name}", shown this once: ${key}`)),
      ].join("\n");
    },
  },
);
