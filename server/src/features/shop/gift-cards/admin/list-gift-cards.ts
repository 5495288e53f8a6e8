import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { giftCardsBase, giftCardStates, listCards, ListedGiftCard } from "../gift-card.ts";

/** Lists the gift cards of a site. */
export const listGiftCards = operation(
  {
    id: "listGiftCards",
    method: "GET",
    path: giftCardsBase,
    access: "member",
    permission: "orders:read",
    cors: "closed",
    problems: [],
    tags: ["Gift cards"],
    summary: "List the gift cards",
    description: "The latest first.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      state: Type.Optional(Type.Enum([...giftCardStates])),
      q: Type.Optional(Type.String({ maxLength: 200, description: "The last four characters of the code, or a part of the note." })),
      order: Type.Optional(Type.String({ maxLength: 100, description: "The ID of an order: the cards that were sold with it." })),
    }),
    response: { 200: List(ListedGiftCard) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const { state, q, order } = query;
      const { cards, total } = await listCards(sql, site.id, clock.now(), { state, q, orderId: order }, paging);
      return answerPage(reply, query, paging, cards, total);
    },
);
