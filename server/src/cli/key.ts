import type { Command as Program } from "commander";
import { positiveInteger } from "../lib/cli/arguments.ts";
import type { Caller } from "./caller.ts";

/** `key …`: public API keys. */
export function keyCommands(program: Program, { attempt, call }: Caller): void {
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
}
