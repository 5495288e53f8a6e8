import { Option, type Command as Program } from "commander";
import { writePrivateFile } from "../lib/secrets/private-file.ts";
import { commaSeparated, readText } from "../lib/cli/arguments.ts";
import type { Caller } from "./caller.ts";

/** `site …`: making, importing and exporting sites. */
export function siteCommands(program: Program, { attempt, call, run }: Caller): void {
  const site = program.command("site").description("make, import and export sites");
  site
    .command("list")
    .description("show the sites")
    .action(() => attempt(() => call("site list", {})));
  site
    .command("create <slug>")
    .description("make an empty site and its first API key")
    .option("--name <name>", "what people read (default: the slug)")
    .option("--default-locale <locale>", "such as en or pt-BR", "en")
    .option("--locales <locales>", "further ones, separated by commas", commaSeparated, [])
    .option("--currency <code>", "ISO 4217", "eur")
    .action((slug: string, options: { name?: string }) =>
      attempt(() => call("site create", { ...options, slug, name: options.name ?? slug })),
    );
  site
    .command("import <file>")
    .description("create or update a site from a bundle (YAML or JSON; - reads standard input)")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--set-stock", "set the stock of variants that exist already, too: otherwise what was sold stays sold")
    .action((file: string, options: { dryRun?: boolean; setStock?: boolean }) =>
      attempt(async () =>
        call("site import", { text: await readText(file), dryRun: options.dryRun === true, setStock: options.setStock === true }),
      ),
    );
  site
    .command("export <slug>")
    .description("write the site as a bundle")
    .addOption(new Option("--format <format>", "of the bundle").choices(["yaml", "json"]).default("yaml"))
    .option("--with-secrets", "with the secret settings of plugins, in clear text")
    .option("-o, --output <file>", "write to a file instead of standard output")
    .action((slug: string, options: { format: string; withSecrets?: boolean; output?: string }) =>
      attempt(async () => {
        const input = { slug, format: options.format, withSecrets: options.withSecrets === true };
        const { output } = options;
        if (output === undefined) return call("site export", input);
        const { text } = (await run("site export", input)) as { text: string };
        await writePrivateFile(output, [text]);
      }),
    );
}
