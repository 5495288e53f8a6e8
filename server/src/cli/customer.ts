import type { Command as Program } from "commander";
import { writePrivateFile } from "../lib/secrets/private-file.ts";
import { positiveInteger } from "../lib/cli/arguments.ts";
import type { Caller } from "./caller.ts";

const whoIsMeant = "an e-mail address, or the id of an account";

/** `customer …`: what a site holds about people, and what they may ask for. */
export function customerCommands(program: Program, { attempt, call, run }: Caller): void {
  const customer = program.command("customer").description("look at what a site holds about a person, hand it out, erase it");
  customer
    .command("list <site>")
    .description("show the latest customers")
    .option("--query <text>", "only those with this in their address or name")
    .option("--limit <number>", "how many", positiveInteger, 50)
    .action((slug: string, options: object) => attempt(() => call("customer list", { slug, ...options })));
  customer
    .command("show <site>")
    .argument("<person>", whoIsMeant)
    .description("show an account, its orders, and what else there is of a person")
    .action((slug: string, person: string) => attempt(() => call("customer show", { slug, person })));
  customer
    .command("export <site>")
    .argument("<person>", whoIsMeant)
    .option("-o, --output <file>", "write to a file instead of standard output")
    .description("write everything that the site holds about a person, as JSON")
    .action((slug: string, person: string, { output }: { output?: string }) =>
      attempt(async () => {
        if (output === undefined) return call("customer export", { slug, person });
        await writePrivateFile(output, [`${JSON.stringify(await run("customer export", { slug, person }), null, 2)}\n`]);
      }),
    );
  customer
    .command("erase <site>")
    .argument("<person>", whoIsMeant)
    .option("--yes", "do it; otherwise show what would be erased, and end with 1")
    .description("erase a person: the account is removed, orders stay without who made them")
    .action((slug: string, person: string, { yes }: { yes?: boolean }) =>
      attempt(async () => {
        const { erased } = (await call("customer erase", { slug, person, yes: yes === true })) as { erased: boolean };
        if (!erased) process.exitCode = 1;
      }),
    );
}
