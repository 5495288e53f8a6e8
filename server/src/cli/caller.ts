import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import type { Command as Program } from "commander";
import { controlSocketPath, DataFolderInUse, holdsDatabase } from "../adapters/data-folder.ts";
import { systemClock, systemIds } from "../adapters/system.ts";

import type { Config } from "../config.ts";
import { callServer } from "../bootstrap/control-socket.ts";
import { explain } from "../explain.ts";
import { CommandError, type AnyCommand } from "../lib/cli/command.ts";
import { writePrivateFile } from "../lib/secrets/private-file.ts";
import { migrate, pendingMigrations } from "../lib/sql/migrate.ts";
import { openDatabase } from "../bootstrap/open-database.ts";
import { openFiles } from "../bootstrap/open-files.ts";
import { processorUrl } from "../bootstrap/processor-url.ts";

/** Runs commands for the person or the program that typed them. */
export interface Caller {
  /** Does the work; if it fails, prints the reason on standard error and the process ends with 1. */
  attempt(work: () => Promise<unknown>): Promise<void>;
  /** Whether a program reads the output. */
  inJson(): boolean;
  /** Runs a command and writes its result: to the file, or to standard output. */
  answer(command: AnyCommand, input: object, file: string | undefined): Promise<void>;
}

/** `settings` is called when a command runs, and throws if they are wrong. */
export function newCaller(program: Program, settings: () => Config): Caller {
  return { attempt, inJson, answer };

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const errors = error instanceof CommandError && error.errors.length > 0 ? { faults: error.errors } : {};
      process.stderr.write(`${inJson() ? JSON.stringify({ error: explain(error), ...errors }) : explain(error)}\n`);
      process.exitCode = 1;
    }
  }

  function inJson(): boolean {
    return program.opts<{ json?: boolean }>().json === true;
  }

  async function answer(command: AnyCommand, input: object, file: string | undefined): Promise<void> {
    const { write, isSource } = command;
    const writeText =
      file === undefined ? writeOut : (chunks: Chunks) => (isSource ? writeFile(file, chunks) : writePrivateFile(file, chunks));
    if (write) {
      await withDatabase(command, (run) => writeText(write(run, input)));
      return reportFile(file);
    }
    const output = (await command.alone?.(input)) ?? (await withDatabase(command, (run) => run(input)));
    if (file !== undefined && command.isWritten?.(output) !== true) {
      await writeText([command.toFile?.(output) ?? `${command.print(output)}\n`]);
      reportFile(file);
    } else process.stdout.write(`${inJson() ? JSON.stringify(output, null, 2) : command.print(output)}\n`);
    if (command.isSuccess?.(output) === false) process.exitCode = 1;
  }

  /** For a person: one machine may have several. */
  function reportDatabase(description: string): void {
    if (process.stderr.isTTY && !inJson()) process.stderr.write(`Database: ${description}\n`);
  }

  function reportFile(file: string | undefined): void {
    if (file !== undefined && !inJson()) process.stderr.write(`Wrote ${file}.\n`);
  }

  /** Lets `work` run a command, any number of times, on the database of the settings: here, or inside the server that holds the embedded one. */
  async function withDatabase<Result>(command: AnyCommand, work: (run: RunCommand) => Promise<Result>): Promise<Result> {
    const config = settings();
    if (config.database.kind === "embedded" && !holdsDatabase(config.dataDir)) await agreeToNewDatabase(config.dataDir);
    const database = await openDatabase(config, () => undefined).catch((error: unknown) => {
      if (error instanceof DataFolderInUse) return undefined;
      throw error;
    });
    const files = openFiles(config);
    reportDatabase(database ? database.sql.description : `that of the server on ${config.dataDir}`);
    if (!database) return work((input) => callRunningServer(config, command.name, input));
    try {
      const { sql, secrets } = database;
      const { stripeProcessor } = await import("../adapters/stripe-processor.ts");
      const processor = stripeProcessor({ apiUrl: processorUrl(config) });
      if (config.database.kind === "embedded") await migrate(sql);
      else if (command.name !== "doctor" && (await pendingMigrations(sql)).length > 0) {
        throw new CommandError("The database is not at this version yet. Run `vitrine migrate` first.");
      }
      const outside = { clock: systemClock, ids: systemIds, progress, hasViewers: config.database.kind === "embedded" };
      const { openStore } = await import("../bootstrap/open-object-store.ts");
      const context = { sql, secrets, processor, files: files.open, openStore, publicUrl: config.publicUrl, ...outside };
      // The same form as through a running server, which sends the result as JSON.
      return await work(async (input) => JSON.parse(JSON.stringify(await command.run(context, input))) as unknown);
    } finally {
      await files.close();
      await database.close();
    }
  }
}

/** A wrong DATA_DIR would otherwise look like a database without sites. Asks a person; for a program it is an error. */
async function agreeToNewDatabase(folder: string): Promise<void> {
  const isAsked = process.stdin.isTTY && process.stderr.isTTY;
  if (isAsked) {
    const dialogue = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await dialogue.question(`There is no database in ${folder}. Create one? [y/N] `);
    dialogue.close();
    if (/^y(es)?$/i.test(answer.trim())) return;
  }
  throw new CommandError(
    `There is no database in ${folder}. Set DATA_DIR to the folder of your server; \`vitrine migrate\` creates a new database.`,
  );
}

/** Runs a command with this input. */
type RunCommand = (input: object) => Promise<unknown>;
type Chunks = AsyncIterable<string> | Iterable<string>;

/** Writes to standard output, no faster than it is read. */
async function writeOut(chunks: Chunks): Promise<void> {
  for await (const chunk of chunks) if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
}

async function callRunningServer(config: Config, command: string, input: object): Promise<unknown> {
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

function progress(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}
