import { existsSync } from "node:fs";
import { Command, Option } from "commander";
import { DataFolderInUse } from "./adapters/data-folder.ts";
import { positiveInteger } from "./lib/cli/arguments.ts";
import { newCaller } from "./cli/caller.ts";
import { customerCommands } from "./cli/customer.ts";
import { formCommands } from "./cli/form.ts";
import { keyCommands } from "./cli/key.ts";
import { orderCommands } from "./cli/order.ts";
import { previewCommands } from "./cli/preview.ts";
import { siteCommands } from "./cli/site.ts";
import { CommandError } from "./lib/cli/command.ts";
import { readConfig } from "./config.ts";
import { migrate } from "./lib/sql/migrate.ts";
import { main } from "./main.ts";
import { openDatabase } from "./open-database.ts";
import { sandboxMain, type SandboxCommandOptions } from "./sandbox-main.ts";
import { version } from "./version.ts";

// Whoever reads our output may have seen enough: `vitrine site export … | head`.
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
const caller = newCaller(program, settings);
const { attempt, call, inJson } = caller;

program
  .command("serve")
  .description("start the server")
  .option("--demo", "with the demo site, made if it is not there")
  .action((options: { demo?: boolean }) => main({ demo: options.demo === true }));

program
  .command("migrate")
  .description("bring the database's tables up to this version")
  .action(() => attempt(migrateCommand));

program
  .command("doctor")
  .description("check the settings, the database and the secrets")
  .action(() =>
    attempt(async () => {
      const findings = (await call("doctor", {})) as { ok: boolean }[];
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
    }),
  );

for (const addCommands of [siteCommands, keyCommands, previewCommands, customerCommands, orderCommands, formCommands])
  addCommands(program, caller);

program
  .command("sandbox")
  .description("start the sandbox payment processor alone, in which no money moves")
  .option("--port <number>", "where it listens", positiveInteger, 3001)
  .option("--folder <folder>", "where its ledger is kept (default: in memory)")
  .option("--webhook <url>", "where it tells what happened: a site's webhook")
  .option("--webhook-secret <secret>", "what it signs that with")
  .action((options: SandboxCommandOptions) => sandboxMain(options));

program
  .command("secrets")
  .description("look after what is stored encrypted")
  .command("rotate")
  .description("encrypt everything under the first key of SECRET_KEY")
  .action(() => attempt(() => call("secrets rotate", {})));

await program.parseAsync();

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
