import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { recordBalanceChange } from "../balance-changes.ts";
import {
  Amount,
  auditTarget,
  GiftCard,
  giftCardBase,
  giftCardNotFound,
  GiftCardParams,
  giftCardVoided,
  lockCard,
  readCard,
} from "../gift-card.ts";

const balanceChanged = problem("balance_changed", 409, "The balance of the gift card is another one", {
  balance: { type: "integer", description: "The present balance, in minor units." },
});

/** Sets the balance of a gift card. */
export const setGiftCardBalance = operation(
  {
    id: "setGiftCardBalance",
    method: "POST",
    path: `${giftCardBase}/balance`,
    access: "member",
    permission: "orders:refund",
    cors: "closed",
    problems: [giftCardNotFound, giftCardVoided, balanceChanged],
    tags: ["Gift cards"],
    summary: "Set the balance of a gift card",
    description: "`from` is the balance that you have seen: so an order in between is not lost, and a repeated request changes nothing.",
    params: GiftCardParams,
    body: Type.Object(
      {
        from: Amount,
        to: Amount,
        reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", description: "For the shop's people." }),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(GiftCard) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { body, params, site } = request;
      const ctx = { now: clock.now(), ids };
      const card = await sql.begin(async (tx) => {
        const before = await lockCard(tx, site.id, params.id, ctx.now);
        if (before.state === "VOIDED") throw new ProblemError(giftCardVoided, { detail: "Make another gift card." });
        const { id, balance } = before;
        if (balance !== body.from)
          throw new ProblemError(balanceChanged, { detail: "Look at the card again, and set its balance.", members: { balance } });
        if (body.to === balance) return before;
        await tx`
          update gift_cards set balance = ${body.to}, revision = revision + 1, updated_at = ${ctx.now} where site_id = ${site.id} and id = ${id}`;
        const change = { cardId: id, kind: "ADJUSTED", amount: body.to - balance, balance: body.to, orderId: null } as const;
        await recordBalanceChange(tx, ctx, site.id, { ...change, adminId: request.admin.id, reason: body.reason.trim() });
        const changed = await readCard(tx, site.id, id, ctx.now);
        const changes = [{ member: "balance", from: balance, to: body.to }];
        const about = { actor: actorOf(request), siteId: site.id, action: "setGiftCardBalance", target: auditTarget(changed), changes };
        await recordChange(tx, ctx, about);
        return changed;
      });
      tagRevision(reply, card.revision);
      return { data: card };
    },
);
