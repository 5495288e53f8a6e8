import { Option } from "commander";
import { positiveInteger, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { issueKey } from "../keys.ts";
import { isName } from "../name.ts";
import { siteIdOf } from "../site-of.ts";

export const keyCreate = command(
  {
    name: "key create",
    description: "make a key, shown this once",
    arguments: [siteArgument],
    options: [
      new Option("--name <name>", "what the key is for").default("default"),
      new Option("--read-limit <number>", "reads per second for this key, in place of the limit per client").argParser(positiveInteger),
    ],
    input: (slug: string, options: { name: string; readLimit?: number }) => ({ slug, ...options }),
  },
  {
    run: async ({ sql, clock, ids }, { slug, name, readLimit }) => {
      if (!isName(name, 1, 200)) throw new CommandError("A key's name has 1 to 200 characters.");
      const siteId = await siteIdOf(sql, slug);
      const by = { actor: { kind: "CLI" }, siteId, action: "key create" } as const;
      const ctx = { now: clock.now(), ids };
      const added = await sql.begin((tx) => issueKey(tx, ctx, by, { name, readLimit: readLimit ?? null }));
      return { ...added, name };
    },
    print: ({ key, name }) => `API key "${name}", shown this once:\n  ${key}`,
  },
);
