import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Instant, Nullable, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { Amount, giftCardNotFound } from "../gift-card.ts";
import { readGuessedCards } from "../usable-cards.ts";

const GiftCardBalance = Type.Object(
  {
    last4: Type.String({ description: "The end of its code.", examples: ["7KQ2"] }),
    balance: Amount,
    currency: Type.String({ examples: ["eur"] }),
    expiresAt: Nullable(Instant),
    usable: Type.Boolean({ description: "`false`: it has expired, or the shop has blocked it." }),
  },
  { $id: "GiftCardBalance", additionalProperties: false },
);

/** Tells whoever has the code of a gift card what is left on it. */
export const readGiftCardBalance = operation(
  {
    id: "readGiftCardBalance",
    method: "POST",
    path: "/api/v1/shop/gift-cards/balance",
    access: "key",
    cors: "site",
    limit: "credentials",
    problems: [giftCardNotFound],
    tags: ["Checkout"],
    summary: "Ask what is left on a gift card",
    description:
      "A `POST`, so that no log has the code. After twenty requests with a code that the shop does not know, from one client in a quarter of an hour: 429.",
    body: Type.Object({
      code: Type.String({
        minLength: 1,
        maxLength: 60,
        description: "As the buyer wrote it: it is compared without case, spaces and hyphens.",
        examples: ["ABCD-EFGH-JKLM-NPQR"],
      }),
    }),
    response: { 200: Single(GiftCardBalance) },
  },
  ({ sql, clock, secrets }: Pick<Deps, "sql" | "clock" | "secrets">) =>
    async ({ site, body, client }) => {
      const [card] = await readGuessedCards(sql, secrets, site.id, { codes: [body.code], client, now: clock.now() });
      if (!card) throw new ProblemError(giftCardNotFound, { detail: "Check the spelling of the code." });
      const { last4, balance, currency, expiresAt, unusable } = card;
      return { data: { last4, balance, currency, expiresAt: expiresAt && expiresAt.toISOString(), usable: unusable === null } };
    },
);
