import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { givenEmail } from "../../../../lib/text/given-email.ts";
import { recordChange } from "../../../people/audit/index.ts";
import {
  auditTarget,
  giftCardBase,
  giftCardNotFound,
  GiftCardParams,
  giftCardVoided,
  GiftCardWithCode,
  lockCard,
  MailTo,
  readCard,
} from "../gift-card.ts";
import { replaceCode } from "../issue-cards.ts";
import { mailGiftCard } from "../tasks/gift-card-mail.ts";

/** Gives a gift card a new code. */
export const replaceGiftCardCode = operation(
  {
    id: "replaceGiftCardCode",
    method: "POST",
    path: `${giftCardBase}/code`,
    access: "member",
    permission: "orders:refund",
    cors: "closed",
    problems: [giftCardNotFound, giftCardVoided],
    tags: ["Gift cards"],
    summary: "Give a gift card a new code",
    description: "For a buyer who has lost the code, or fears that somebody else has it: the former one is worth nothing from now on.",
    params: GiftCardParams,
    body: Type.Object(MailTo, { additionalProperties: false }),
    response: { 200: Single(GiftCardWithCode) },
  },
  ({ sql, clock, ids, secrets }: Pick<Deps, "sql" | "clock" | "ids" | "secrets">) =>
    async (request) => {
      const { body, params, site } = request;
      const ctx = { now: clock.now(), ids, secrets };
      const email = body.email === undefined ? null : givenEmail(body.email, "email");
      return sql.begin(async (tx) => {
        const before = await lockCard(tx, site.id, params.id, ctx.now);
        if (before.state === "VOIDED") throw new ProblemError(giftCardVoided, { detail: "Make another gift card." });
        const code = await replaceCode(tx, ctx, site.id, before.id, { isToBeMailed: email !== null });
        if (email !== null)
          await addToOutbox(tx, ctx, mailGiftCard, { siteId: site.id, cardId: before.id, email, locale: body.locale ?? null });
        const card = await readCard(tx, site.id, before.id, ctx.now);
        const changes = [{ member: "code" }];
        const about = { actor: actorOf(request), siteId: site.id, action: "replaceGiftCardCode", target: auditTarget(card), changes };
        await recordChange(tx, ctx, about);
        return { data: { ...card, code } };
      });
    },
);
