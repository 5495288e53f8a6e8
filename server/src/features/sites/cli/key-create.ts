import { addKey } from "../index.ts";
import { CommandError, isName, siteIdOf, type Command } from "../../../lib/cli/command.ts";

export const keyCreate: Command<{ slug: string; name: string; readLimit?: number }, { id: string; key: string; name: string }> = {
  run: async ({ sql, clock, ids }, { slug, name, readLimit }) => {
    if (!isName(name, 1, 200)) throw new CommandError("A key's name has 1 to 200 characters.");
    const siteId = await siteIdOf(sql, slug);
    const added = await addKey(sql, { now: clock.now(), ids }, siteId, { name, readLimit: readLimit ?? null });
    if (!added) throw new Error("A new key exists already.");
    return { ...added, name };
  },
  print: ({ key, name }) => `API key "${name}", shown this once:\n  ${key}`,
};
