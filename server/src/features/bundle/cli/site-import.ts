import { BundleError, importBundle, type ImportReport } from "../index.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { CommandError, type Command } from "../../../lib/cli/command.ts";

export const siteImport: Command<{ text: string; dryRun: boolean; setStock: boolean }, ImportReport> = {
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
};
