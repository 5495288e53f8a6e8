import { command } from "../../../../lib/cli/command.ts";
import { resealAnswers } from "../../../../lib/http/idempotency.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { resealSecrets } from "../../sites/index.ts";
import { resealWebhookSecrets } from "../../webhooks/index.ts";
import { resealGiftCards } from "../../../shop/gift-cards/index.ts";
import { resealTotpSecrets } from "../../../people/team/index.ts";

const name = "secrets rotate";

export const secretsRotate = command(
  {
    name,
    description: "encrypt everything under the first key of SECRET_KEY",
    input: () => ({}),
  },
  {
    run: async ({ sql, secrets, clock, ids }) => {
      const ctx = { now: clock.now(), ids, secrets };
      const ofPlugins = await sql.begin((tx) => resealSecrets(tx, ctx, name));
      const ofPeople = await sql.begin(async (tx) => {
        const resealed = await resealTotpSecrets(tx, secrets);
        const target = { type: "secrets", id: "TOTP" };
        const change = { actor: { kind: "CLI" }, siteId: null, action: name, target } as const;
        if (resealed > 0) await recordChange(tx, ctx, { ...change, changes: [{ member: "resealed", to: resealed }] });
        return resealed;
      });
      const ofWebhooks = await sql.begin((tx) => resealWebhookSecrets(tx, secrets));
      const ofGiftCards = await sql.begin((tx) => resealGiftCards(tx, secrets));
      return { resealed: ofPlugins + ofWebhooks + ofGiftCards + ofPeople + (await resealAnswers(sql, secrets)) };
    },
    print: ({ resealed }) =>
      `${resealed === 1 ? "1 stored secret was" : `${resealed} stored secrets were`} encrypted anew. All are under the first key of SECRET_KEY; the others may go.`,
  },
);
