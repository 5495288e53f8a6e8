import { textFault } from "../http/json-body.ts";
import type { Fault } from "../http/problem.ts";
import type { KeyRing } from "../secrets/secret.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Processor } from "../../ports/processor.ts";

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

/**
 * One command of the command line. Runs where the database is: in the process that was called, or inside the server that
 * holds the embedded database. So input and output are JSON, and `print` runs at the caller's.
 */
export interface Command<Input extends object, Output> {
  run(context: CommandContext, input: Input): Promise<Output>;
  /** What a person reads of the output. */
  print(output: Output): string;
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

/** The site with the slug. Throws a CommandError when there is none. */
export async function siteOf(sql: Database, slug: string): Promise<{ id: string; slug: string; name: string }> {
  const [site] = await sql<{ id: string; slug: string; name: string }>`select id, slug, name from sites where slug = ${slug}`;
  if (!site) throw new CommandError(`There is no site "${slug}". \`vitrine site list\` shows the sites.`);
  return site;
}

/** The id of the site with the slug. Throws a CommandError when there is none. */
export async function siteIdOf(sql: Database, slug: string): Promise<string> {
  return (await siteOf(sql, slug)).id;
}

/** What a bundle accepts as a name too, so that every site can be exported and imported again. */
export function isName(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max && textFault(text) === undefined;
}
