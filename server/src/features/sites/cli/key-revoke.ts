import { raiseVersions, revokeKeys } from "../index.ts";
import { CommandError, siteIdOf, type Command } from "../../../lib/cli/command.ts";

export const keyRevoke: Command<{ slug: string; key: string }, { revoked: number }> = {
  run: async ({ sql, clock }, { slug, key }) => {
    const siteId = await siteIdOf(sql, slug);
    return sql.begin(async (tx) => {
      const revoked = await revokeKeys(tx, siteId, key, clock.now());
      if (revoked === 0)
        throw new CommandError(`${slug} has no active key with the id or name "${key}". \`vitrine key list ${slug}\` shows them.`);
      await raiseVersions(tx, siteId, { content: true }, clock.now());
      return { revoked };
    });
  },
  print: ({ revoked }) => `${revoked === 1 ? "The key is" : `${revoked} keys are`} revoked, on every process within a second.`,
};
