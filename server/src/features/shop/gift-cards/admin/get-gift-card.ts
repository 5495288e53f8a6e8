import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { GiftCard, giftCardBase, giftCardNotFound, GiftCardParams, readCard } from "../gift-card.ts";

/** Returns a gift card with its history. */
export const getGiftCard = operation(
  {
    id: "getGiftCard",
    method: "GET",
    path: giftCardBase,
    access: "member",
    permission: "orders:read",
    cors: "closed",
    problems: [giftCardNotFound],
    tags: ["Gift cards"],
    summary: "Get a gift card",
    description: "With every change of its balance.",
    params: GiftCardParams,
    response: { 200: Single(GiftCard) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ site, params }, reply) => {
      const card = await readCard(sql, site.id, params.id, clock.now());
      tagRevision(reply, card.revision);
      return { data: card };
    },
);
