import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command } from "../../../../lib/cli/command.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { listKeys } from "../keys.ts";
import { siteIdOf } from "../site-of.ts";

export const keyList = command(
  {
    name: "key list",
    description: "show a site's keys",
    arguments: [siteArgument],
    input: (slug: string) => ({ slug }),
  },
  {
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
  },
);
