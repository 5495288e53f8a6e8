/**
 * Fills the large catalogue into a database of its own, and writes docs/run/catalogue-plans.md. Fails, and writes nothing, if
 * a plan does not match its explanation.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { fillCatalogues, fullSizes } from "./catalogue-database.ts";
import { explainCatalogue } from "./catalogue-plans.ts";
import { openScratch } from "./scratch.ts";

const { values: options } = parseArgs({
  options: {
    postgres: { type: "string", default: "postgres://postgres@127.0.0.1:5432/postgres" },
    /** A database that is filled already. */
    filled: { type: "string" },
    "no-write": { type: "boolean", default: false },
  },
});

const scratch = openScratch(options.postgres);
try {
  const url = options.filled ?? (await fillCatalogues(scratch, fullSizes)).sharedUrl;
  const { text, errors } = await explainCatalogue(url, fullSizes);
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length > 0) process.exitCode = 1;
  else if (!options["no-write"]) await writeFile(new URL("../docs/run/catalogue-plans.md", import.meta.url), text);
} finally {
  await scratch.clear();
}
