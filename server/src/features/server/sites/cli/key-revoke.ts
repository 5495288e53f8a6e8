import { Argument } from "commander";
import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { revokeKeys } from "../keys.ts";
import { siteIdOf } from "../site-of.ts";

export const keyRevoke = command(
  {
    name: "key revoke",
    description: "end the keys with this id or name",
    arguments: [siteArgument, new Argument("<key>")],
    input: (slug: string, key: string) => ({ slug, key }),
  },
  {
    run: async ({ sql, clock, ids }, { slug, key }) => {
      const siteId = await siteIdOf(sql, slug);
      return sql.begin(async (tx) => {
        const by = { actor: { kind: "CLI" }, siteId, action: "key revoke" } as const;
        const revoked = await revokeKeys(tx, { now: clock.now(), ids }, by, { idOrName: key });
        if (revoked === 0)
          throw new CommandError(`${slug} has no active key with the id or name "${key}". \`vitrine key list ${slug}\` shows them.`);
        return { revoked };
      });
    },
    print: ({ revoked }) => `${revoked === 1 ? "The key is" : `${revoked} keys are`} revoked, on every process within a second.`,
  },
);
