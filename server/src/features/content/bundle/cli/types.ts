import { basename } from "node:path";
import { Argument } from "commander";
import { outputOption, readText } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { isSiteSlug } from "../../../../lib/text/slug.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { BundleError } from "../bundle-error.ts";
import { bundleTypes, readSiteTypes } from "../types/read-types.ts";
import { siteTypesFile } from "../types/site-types-file.ts";

/** The slug of a site, or a bundle: its text, and the name of its file. */
type TypesOf = { site: string } | { bundle: string; file: string };

export const types = command<TypesOf, { text: string }>(
  {
    name: "types",
    description: "write the types of a site's blocks and entries in TypeScript, for the client",
    arguments: [new Argument("<source>", "a site's slug, or the file of a bundle (- reads standard input)")],
    options: [outputOption],
    // The slug of a site has neither a dot nor a slash.
    input: async (source: string): Promise<TypesOf> =>
      isSiteSlug(source) ? { site: source } : { bundle: await readText(source), file: basename(source) },
  },
  {
    alone: (input) => {
      if (!("bundle" in input)) return undefined;
      try {
        return { text: siteTypesFile(bundleTypes(input.bundle), input.file) };
      } catch (error) {
        throw error instanceof BundleError ? new CommandError(error.message, error.errors) : error;
      }
    },
    run: async ({ sql }, input) => {
      if ("bundle" in input) throw new Error("A bundle needs no database.");
      return { text: siteTypesFile(await readSiteTypes(sql, await siteIdOf(sql, input.site)), input.site) };
    },
    isSource: true,
    toFile: ({ text }) => text,
    print: ({ text }) => text.trimEnd(),
  },
);
