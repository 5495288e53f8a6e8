import type { Argument, Option } from "commander";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import type { Ids } from "../../ports/ids.ts";
import type { ObjectStore } from "../../ports/object-store.ts";
import type { Pictures } from "../../ports/pictures.ts";
import type { Processor } from "../../ports/processor.ts";
import type { LiveUpdates } from "../http/live-updates.ts";
import type { ValidationError } from "../http/problem.ts";
import type { KeyRing } from "../secrets/secret.ts";
import type { MediaSettings } from "../text/media-settings.ts";

/** Where the files of media libraries are, and what works on them. */
export interface CommandFiles {
  store: ObjectStore;
  pictures: Pictures;
  media: { uploads: string; publicUrl: string; maxBytes: number; maxVideoBytes: number; quotaMb: number };
}

/** The dependencies of commands. */
export interface CommandContext {
  sql: Database;
  clock: Clock;
  ids: Ids;
  secrets: KeyRing;
  processor: Processor;
  /** Opens the files of media libraries: most commands need none. `filesOf` calls it. */
  files?(): Promise<CommandFiles>;
  /** Opens another store for files than that of the settings. */
  openStore?(settings: MediaSettings): Promise<ObjectStore>;
  /** The public address of the service, without a trailing slash: for links. */
  publicUrl: string;
  /** Whether the server of this database shows its own sites, as on a laptop. Absent: it does not. */
  hasViewers?: boolean;
  /** Tells open pages of the viewers about imports. Absent outside of a server. */
  live?: LiveUpdates | undefined;
  /** Reports progress to the person who waits. */
  progress(line: string): void;
}

/** The syntax of the arguments and options, for commander. */
export interface CommandSpec<Input extends object> {
  /** One word, or a group and a word: `order refund`. */
  name: string;
  description: string;
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /**
   * Makes the input from the arguments, the options and whether a program reads the output. Throws a UsageError when they are
   * inconsistent.
   */
  input(...typed: never[]): Input | Promise<Input>;
}

/**
 * The behaviour of a command. It runs beside the database: in the called process, or inside the server that holds the
 * embedded database. So input and output are JSON, and only `run` does not happen in the caller.
 */
export interface CommandBehaviour<Input extends object, Output> {
  run(context: CommandContext, input: Input): Promise<Output>;
  /** The output for an input that needs no database; undefined for one that does. Absent: all do. */
  alone?(input: Input): Output | Promise<Output> | undefined;
  /** The output for a person to read. */
  print(output: Output): string;
  /** The output in the file that `outputOption` names, which the command must have. Absent: as it is printed. */
  toFile?(output: Output): string;
  /** Whether `run` has written the file that `outputOption` names itself: with bytes that are not text. */
  isWritten?(output: Output): boolean;
  /** Whether the file is source code, which everybody may read. Absent: only this user can read it. */
  isSource?: boolean;
  /** False: the process ends with 1. */
  isSuccess?(output: Output): boolean;
  /** For an output that is too long for memory: runs the command any number of times, and yields the text. */
  write?(run: (input: Input) => Promise<Output>, input: Input): AsyncIterable<string>;
}

/** One command of the command line as a value. */
export type Command<Input extends object, Output> = CommandSpec<Input> & CommandBehaviour<Input, Output>;

/** A command whose input and output have been through JSON: its caller knows their types. */
export type AnyCommand = Command<object, unknown>;

export function command<Input extends object, Output>(
  words: CommandSpec<Input>,
  behaviour: CommandBehaviour<Input, Output>,
): Command<Input, Output> {
  return { ...words, ...behaviour };
}

/** A command failed, for a reason that the person can fix. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** The single mistakes in the input, for programs; the message names them too. */
  readonly errors: readonly ValidationError[];

  constructor(message: string, errors: readonly ValidationError[] = []) {
    super(message);
    this.errors = errors;
  }
}

/** The arguments are inconsistent. The process ends with 2, as for an unknown option. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The files of media libraries, for a command that needs them. */
export async function filesOf({ files }: Pick<CommandContext, "files">): Promise<CommandFiles> {
  if (!files) throw new Error("The command was started without files.");
  return files();
}
