import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { controlSocketPath, DataFolderInUse } from "./adapters/data-folder.ts";
import { systemClock, systemIds } from "./adapters/system.ts";
import { commands, type CommandName } from "./commands/index.ts";
import { CommandError } from "./commands/command.ts";
import type { SubmissionsInput } from "./commands/form-submissions.ts";
import { readConfig, type Config } from "./config.ts";
import { callServer } from "./control-socket.ts";
import { explain } from "./explain.ts";
import type { SubmissionPage } from "./features/forms/index.ts";
import { parseDuration } from "./lib/duration.ts";
import { migrate, pendingMigrations } from "./lib/migrate.ts";
import { writePrivateFile } from "./lib/private-file.ts";
import { main } from "./main.ts";
import { stripeProcessor } from "./adapters/stripe-processor.ts";
import { sandboxMain, type SandboxCommandOptions } from "./sandbox-main.ts";
import { processorUrl } from "./processor-url.ts";
import { openDatabase } from "./open-database.ts";
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

const key = program.command("key").description("make and revoke public API keys");
key
  .command("create <site>")
  .description("make a key, shown this once")
  .option("--name <name>", "what the key is for", "default")
  .option("--read-limit <number>", "reads per second for this key, in place of the limit per client", positiveInteger)
  .action((slug: string, options: object) => attempt(() => call("key create", { slug, ...options })));
key
  .command("list <site>")
  .description("show a site's keys")
  .action((slug: string) => attempt(() => call("key list", { slug })));
key
  .command("revoke <site> <key>")
  .description("end the keys with this id or name")
  .action((slug: string, name: string) => attempt(() => call("key revoke", { slug, key: name })));

const preview = program.command("preview").description("issue and cancel links that show the draft of a page");
preview
  .command("create <site>")
  .argument("<page>", "the page's name, or its slug in any locale")
  .description("make a preview of a page; its token and link are shown this once")
  .addOption(
    new Option("--expires-in <duration>", "1 minute to 30 days: 90m, 24h, 7d").argParser(duration).default(parseDuration("24h"), "24h"),
  )
  .action((slug: string, page: string, { expiresIn }: { expiresIn: number }) =>
    attempt(() => call("preview create", { slug, page, expiresInMs: expiresIn })),
  );
preview
  .command("list <site>")
  .description("show a site's previews")
  .action((slug: string) => attempt(() => call("preview list", { slug })));
preview
  .command("cancel <site>")
  .argument("[token-or-id]", "of one preview")
  .option("--page <page>", "all previews of this page")
  .description("end a preview, or all of a page")
  .action((slug: string, tokenOrId: string | undefined, { page }: { page?: string }) => {
    if ((tokenOrId === undefined) === (page === undefined)) preview.error("error: name a token or an id, or else --page.");
    return attempt(() => call("preview cancel", page === undefined ? { slug, tokenOrId } : { slug, page }));
  });

const order = program.command("order").description("look after a shop's orders");
order
  .command("list <site>")
  .description("show the latest orders")
  .option("--status <status>", "only those that are PENDING, PAID, FULFILLED, CANCELLED, PARTIALLY_REFUNDED or REFUNDED")
  .option("--limit <number>", "how many", positiveInteger, 50)
  .action((slug: string, options: object) => attempt(() => call("order list", { slug, ...options })));
order
  .command("show <site>")
  .argument("<number>", "the order's, as people call it", positiveInteger)
  .description("show what was ordered, and by whom")
  .action((slug: string, number: number) => attempt(() => call("order show", { slug, number })));
order
  .command("fulfil <site>")
  .argument("<number>", "the order's, as people call it", positiveInteger)
  .description("say that a paid order is on its way")
  .action((slug: string, number: number) => attempt(() => call("order fulfil", { slug, number })));
order
  .command("cancel <site>")
  .argument("<number>", "the order's, as people call it", positiveInteger)
  .description("end a pending order: its payment is ended at the processor, its stock released")
  .action((slug: string, number: number) => attempt(() => call("order cancel", { slug, number })));
order
  .command("refund <site>")
  .argument("<number>", "the order's, as people call it", positiveInteger)
  .description("give money back through the processor: all that is left, or an amount")
  .option("--amount <number>", "in minor units, such as cents", positiveInteger)
  .action((slug: string, number: number, options: object) => attempt(() => call("order refund", { slug, number, ...options })));

const everything = 1_000_000_000;
const form = program.command("form").description("look at a site's forms, and at what was submitted");
form
  .command("list <site>")
  .description("show the forms")
  .action((slug: string) => attempt(() => call("form list", { slug })));
form
  .command("submissions <site> <form>")
  .description("show what was submitted, the newest first")
  .option("--limit <number>", "how many (default: 50 in a table, all in CSV and JSON)", positiveInteger)
  .option("--spam", "with what the honeypot caught")
  .addOption(new Option("--format <format>", "of the answer").choices(["table", "csv"]).default("table"))
  .option("-o, --output <file>", "write to a file instead of standard output")
  .action((slug: string, name: string, { limit, spam, format, output }: SubmissionsOptions) => {
    if (inJson() && format === "csv") form.error("error: --json and --format csv ask for different things.");
    return attempt(async () => {
      const isTable = !inJson() && format === "table";
      const input = { slug, form: name, limit: limit ?? (isTable ? 50 : everything), spam: spam === true };
      const { submissionsCsv, submissionsJson, submissionsTable } = await import("./commands/form-submissions.ts");
      await withCommand("form submissions", async (runCommand) => {
        const runPage = (page: SubmissionsInput) => runCommand(page) as Promise<SubmissionPage>;
        const chunks = isTable ? [await submissionsTable(runPage, input)] : (inJson() ? submissionsJson : submissionsCsv)(runPage, input);
        if (output === undefined) await writeOut(chunks);
        else await writePrivateFile(output, chunks);
      });
    });
  });

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

interface SubmissionsOptions {
  limit?: number;
  spam?: boolean;
  format: "table" | "csv";
  output?: string;
}

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const faults = error instanceof CommandError && error.faults.length > 0 ? { faults: error.faults } : {};
    process.stderr.write(`${inJson() ? JSON.stringify({ error: explain(error), ...faults }) : explain(error)}\n`);
    process.exitCode = 1;
  }
}

function inJson(): boolean {
  return program.opts<{ json?: boolean }>().json === true;
}

/** Runs a command and writes what it answers. */
async function call(name: CommandName, input: object): Promise<unknown> {
  const output = await run(name, input);
  process.stdout.write(`${inJson() ? JSON.stringify(output, null, 2) : (await commands[name]()).print(output)}\n`);
  return output;
}

/** Writes to standard output, no faster than whoever reads it. */
async function writeOut(chunks: AsyncIterable<string> | Iterable<string>): Promise<void> {
  for await (const chunk of chunks) if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
}

async function run(name: CommandName, input: object): Promise<unknown> {
  return withCommand(name, (runCommand) => runCommand(input));
}

/** Lets `work` run a command, any number of times, on the database of the settings: here, or inside the server that holds the embedded one. */
async function withCommand<Result>(
  name: CommandName,
  work: (runCommand: (input: object) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env, { serves: false });
  const database = await openDatabase(config, () => undefined).catch((error: unknown) => {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  });
  if (!database) return work((input) => callRunningServer(config, name, input));
  try {
    const { sql, secrets } = database;
    const processor = stripeProcessor({ apiUrl: processorUrl(config) });
    if (config.database.kind === "embedded") await migrate(sql);
    else if (name !== "doctor" && (await pendingMigrations(sql)).length > 0) {
      throw new CommandError("The database is not at this version yet. Run `vitrine migrate` first.");
    }
    const context = { sql, secrets, processor, publicUrl: config.publicUrl, clock: systemClock, ids: systemIds, progress };
    const command = await commands[name]();
    // The same form as through a running server, whose answer went through JSON.
    return await work(async (input) => JSON.parse(JSON.stringify(await command.run(context, input))) as unknown);
  } finally {
    await database.close();
  }
}

async function callRunningServer(config: Config, command: CommandName, input: object): Promise<unknown> {
  try {
    return await callServer(controlSocketPath(config.dataDir), { command, input }, progress);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ECONNREFUSED" || code === "EACCES")
      throw new CommandError(
        `Another process uses ${config.dataDir} and takes no commands. If it is a server that is starting, try again in a moment.`,
      );
    throw new CommandError(message);
  }
}

async function migrateCommand(): Promise<void> {
  const database = await openDatabase(readConfig(process.env, { serves: false }), () => undefined).catch((error: unknown) => {
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

function progress(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

async function readText(file: string): Promise<string> {
  if (file !== "-") {
    return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(
        error.code === "ENOENT" ? `There is no file ${file}.` : `${file} cannot be read (${error.code ?? error.message}).`,
      );
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function commaSeparated(text: string): string[] {
  return text.split(",").map((part) => part.trim());
}

function duration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new InvalidArgumentError("It must be a number of minutes, hours or days: 90m, 24h, 7d.");
  return milliseconds;
}

function positiveInteger(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}
