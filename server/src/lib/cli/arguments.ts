import { readFile } from "node:fs/promises";
import { Argument, InvalidArgumentError, Option } from "commander";
import { parseDuration } from "../text/duration.ts";
import { CommandError } from "./command.ts";

/** The slug of the site that a command is about. */
export const siteArgument = new Argument("<site>");

/** Writes the answer to a file that only this user can read, unless the command says that it is source code. */
export const outputOption = new Option("-o, --output <file>", "write to a file instead of standard output");

/** The text of a file, or of standard input for `-`. */
export async function readText(file: string): Promise<string> {
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

export function commaSeparated(text: string): string[] {
  return text.split(",").map((part) => part.trim());
}

export function duration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new InvalidArgumentError("It must be a number of minutes, hours or days: 90m, 24h, 7d.");
  return milliseconds;
}

export function positiveInteger(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}
