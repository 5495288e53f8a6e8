import { command } from "../../../lib/cli/command.ts";
import { resealAnswers } from "../../../lib/http/idempotency.ts";
import { resealSecrets } from "../../sites/index.ts";

export const secretsRotate = command(
  {
    name: "secrets rotate",
    description: "encrypt everything under the first key of SECRET_KEY",
    input: () => ({}),
  },
  {
    run: async ({ sql, secrets }) => {
      const resealed = await sql.begin((tx) => resealSecrets(tx, secrets));
      return { resealed: resealed + (await resealAnswers(sql, secrets)) };
    },
    print: ({ resealed }) =>
      `${resealed === 1 ? "1 stored secret was" : `${resealed} stored secrets were`} encrypted anew. All are under the first key of SECRET_KEY; the others may go.`,
  },
);
