import { existsSync } from "node:fs";
import { Command, Option } from "commander";
import { hasScreen } from "./adapters/open-browser.ts";
import { DataFolderInUse } from "./adapters/data-folder.ts";
import { positiveInteger } from "./lib/cli/arguments.ts";
import { newCaller } from "./cli/caller.ts";
import { commands } from "./commands.ts";
import { CommandError, UsageError, type AnyCommand } from "./lib/cli/command.ts";
import { readConfig } from "./config.ts";
import { bundleParts, type BundlePart } from "./features/content/bundle/index.ts";
import { migrate } from "./lib/sql/migrate.ts";
import { openDatabase } from "./bootstrap/open-database.ts";
import { sandboxMain, type SandboxCommandOptions } from "./sandbox-main.ts";
import { version } from "./version.ts";

// The reader of our output may close it early: `vitrine site export … | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
try {
  if (existsSync(".env")) process.loadEnvFile(".env");
} catch (error) {
  process.stderr.write(`The file .env cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}).\n`);
  process.exit(1);
}

const program = new Command("vitrine")
  .description("A multi-site content and storefront server with one public HTTP API.")
  .version(version)
  .addOption(new Option("--json", "answer in JSON, for programs"))
  .showHelpAfterError("Run with --help to see how it is called.")
  .configureHelp({ showGlobalOptions: true })
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const settings = () => readConfig(process.env, { serves: false });
const { attempt, inJson, answer } = newCaller(program, settings);

program
  .command("serve")
  .description("start the server")
  .option("--demo", "with the demo site, made if it is not there")
  .option("--no-open", "do not open a browser")
  .action(async ({ demo = false, open }: { demo?: boolean; open: boolean }) => {
    // Loaded on demand: of all commands it needs the most modules.
    const { main } = await import("./main.ts");
    await main({ demo, open });
  });

program
  .command("new")
  .description("write a folder with a site to begin with")
  .argument("<folder>")
  .action((folder: string) =>
    attempt(async () => {
      const { newSite } = await import("./cli/new-site.ts");
      process.stdout.write(`${await newSite(folder)}\n`);
    }),
  );

program
  .command("dev")
  .description("import a bundle whenever it is saved, and show the site in the browser")
  .argument("<file>")
  .option("--no-open", "do not open a browser")
  .option("--overwrite", "replace also what somebody has changed since the last import")
  .addOption(new Option("--only <part>", "import one part of the bundle, and leave the rest of the site alone").choices(bundleParts))
  .action((file: string, { open, overwrite = false, only }: { open: boolean; overwrite?: boolean; only?: BundlePart }) =>
    attempt(async () => {
      const { develop } = await import("./cli/develop.ts");
      await develop(file, settings(), {
        open: open && hasScreen(process.env, process.stdout.isTTY),
        overwrite,
        ...(only && { only }),
      });
    }),
  );

program
  .command("migrate")
  .description("bring the database's tables up to this version")
  .action(() => attempt(migrateCommand));

addCommands("doctor");
addCommands("cache", "ask why a response came from a cache");
addCommands("site", "make, import and export sites");
addCommands("media", "put files into media libraries, look after where they are kept");
addCommands("types");
addCommands("key", "make and revoke public API keys");
addCommands("preview", "issue and cancel links that show the draft of a page");
addCommands("admin", "look after the accounts of people who run sites");
addCommands("customer", "look at what a site holds about a person, hand it out, erase it");
addCommands("order", "look after a shop's orders");
addCommands("form", "look at a site's forms, and at what was submitted");
addCommands("webhook", "try out what a site tells other servers");

program
  .command("sandbox")
  .description("start the sandbox payment processor alone, in which no money moves")
  .option("--port <number>", "where it listens", positiveInteger, 3001)
  .option("--folder <folder>", "where its ledger is kept (default: in memory)")
  .option("--webhook <url>", "where it tells what happened: a site's webhook")
  .option("--webhook-secret <secret>", "what it signs that with")
  .action((options: SandboxCommandOptions) => sandboxMain(options));

addCommands("secrets", "look after what is stored encrypted");

await program.parseAsync();

/** Adds the command with the name; or all of the group, with its description. */
function addCommands(first: string, description?: string): void {
  const group = description === undefined ? program : program.command(first).description(description);
  for (const command of commands) {
    const [word, subWord] = command.name.split(" ");
    if (word === first) addCommand(group, subWord ?? first, command);
  }
}

function addCommand(group: Command, word: string, command: AnyCommand): void {
  const added = group.command(word).description(command.description);
  for (const argument of command.arguments ?? []) added.addArgument(argument);
  for (const option of command.options ?? []) added.addOption(option);
  added.action((...typed: unknown[]) =>
    attempt(async () => {
      try {
        // The last is commander's own, and the options are before it.
        const input = await command.input(...([...typed.slice(0, -1), inJson()] as never[]));
        await answer(command, input, added.opts<{ output?: string }>().output);
      } catch (error) {
        if (error instanceof UsageError) added.error(`error: ${error.message}`);
        throw error;
      }
    }),
  );
}

async function migrateCommand(): Promise<void> {
  const database = await openDatabase(settings(), () => undefined).catch((error: unknown) => {
    if (error instanceof DataFolderInUse)
      throw new CommandError("A server runs on this database, and has brought it up to its own version.");
    throw error;
  });
  try {
    const { applied } = await migrate(database.sql);
    process.stdout.write(
      inJson() ? `${JSON.stringify({ applied })}\n` : `${applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply."}\n`,
    );
  } finally {
    await database.close();
  }
}
