import { listKeys, type StoredKey } from "../index.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { siteIdOf, type Command } from "../../../lib/cli/command.ts";

export const keyList: Command<{ slug: string }, StoredKey[]> = {
  run: async ({ sql }, { slug }) => listKeys(sql, await siteIdOf(sql, slug)),
  print: (keys) =>
    textTable(
      ["id", "name", "key", "read limit", "state"],
      keys.map(({ id, name, lastFour, readLimit, revokedAt }) => [
        id,
        name,
        `pk_…${lastFour}`,
        readLimit === null ? "per client" : `${readLimit}/s`,
        revokedAt === null ? "active" : `revoked ${new Date(revokedAt).toISOString()}`,
      ]),
    ),
};
