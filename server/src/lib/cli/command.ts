import type { Argument, Option } from "commander";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Processor } from "../../ports/processor.ts";
import type { Fault } from "../http/problem.ts";
import type { KeyRing } from "../secrets/secret.ts";

/** What commands take from outside. */
export interface CommandContext {
  sql: Database;
  clock: Clock;
  ids: Ids;
  secrets: KeyRing;
  processor: Processor;
  /** Where the service is reached from outside, without a trailing slash: for links. */
  publicUrl: string;
  /** Tells the person who waits how far it is. */
  progress(line: string): void;
}

/** What is typed, as commander takes it. */
export interface CommandWords<Input extends object> {
  /** One word, or a group and a word: `order refund`. */
  name: string;
  description: string;
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /**
   * Makes the input from the arguments, the options and whether a program reads the answer. Throws a UsageError when they do
   * not go together.
   */
  input(...typed: never[]): Input | Promise<Input>;
}

/**
 * What a command does. It runs where the database is: in the process that was called, or inside the server that holds the
 * embedded database. So input and output are JSON, and all but `run` happens at the caller's.
 */
export interface CommandBehaviour<Input extends object, Output> {
  run(context: CommandContext, input: Input): Promise<Output>;
  /** The output for a person to read. */
  print(output: Output): string;
  /** The output in the file that `outputOption` names, which the command must have. Absent: as it is printed. */
  toFile?(output: Output): string;
  /** False: the process ends with 1. */
  isSuccess?(output: Output): boolean;
  /** For an answer that is too long to be in memory: runs the command any number of times, and yields the text. */
  write?(run: (input: Input) => Promise<Output>, input: Input): AsyncIterable<string>;
}

/** One command of the command line as a value. */
export type Command<Input extends object, Output> = CommandWords<Input> & CommandBehaviour<Input, Output>;

/** A command whose input and output have been through JSON: its caller knows their types. */
export type AnyCommand = Command<object, unknown>;

export function command<Input extends object, Output>(
  words: CommandWords<Input>,
  behaviour: CommandBehaviour<Input, Output>,
): Command<Input, Output> {
  return { ...words, ...behaviour };
}

/** A command cannot do what it was asked, for a reason that the person can do something about. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** The single mistakes in what was given, for programs; the message names them too. */
  readonly faults: readonly Fault[];

  constructor(message: string, faults: readonly Fault[] = []) {
    super(message);
    this.faults = faults;
  }
}

/** What was typed does not go together. The process ends with 2, as for an unknown option. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
