import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Nullable, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, validationFailed } from "../../../../lib/http/problem.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { givenEmail } from "../../../../lib/text/given-email.ts";
import { canonicalCurrency } from "../../../../lib/text/money.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { instantOf } from "../expiry.ts";
import { auditTarget, GiftCardWithCode, giftCardsBase, MailTo, readCard } from "../gift-card.ts";
import { issueCards } from "../issue-cards.ts";
import { mailGiftCard } from "../tasks/gift-card-mail.ts";

/** Makes a gift card that nobody has bought. */
export const createGiftCard = operation(
  {
    id: "createGiftCard",
    method: "POST",
    path: giftCardsBase,
    access: "member",
    permission: "orders:refund",
    grows: true,
    cors: "closed",
    problems: [validationFailed],
    tags: ["Gift cards"],
    summary: "Make a gift card",
    description:
      "Nobody has paid for it, as for a complaint or a prize. The code is in this answer alone, and in the mail to `email`. Block the card if the answer " +
      "is lost, or give it a new code.",
    params: SiteParams,
    body: Type.Object(
      {
        amount: Type.Integer({ minimum: 1, maximum: 99_999_999, description: "Minor units." }),
        currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3, description: "ISO 4217. Absent: the site's." })),
        expiresAt: Type.Optional(Nullable(Type.String({ format: "date-time" }))),
        note: Type.Optional(Type.String({ maxLength: 500, description: "For the shop's people." })),
        ...MailTo,
      },
      { additionalProperties: false },
    ),
    response: { 201: Single(GiftCardWithCode) },
  },
  ({ sql, clock, ids, secrets }: Pick<Deps, "sql" | "clock" | "ids" | "secrets">) =>
    async (request) => {
      const { body } = request;
      const ctx = { now: clock.now(), ids, secrets };
      const email = body.email === undefined ? null : givenEmail(body.email, "email");
      const expiresAt = instantOf(body.expiresAt, ctx.now);
      const adminId = request.admin.id;
      const data = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const currency = canonicalCurrency(body.currency ?? site.currency);
        if (currency === undefined) throw invalidMember("/currency", "currency", "must be a currency of ISO 4217");
        const card = {
          amount: body.amount,
          currency,
          expiresAt,
          note: body.note?.trim() ?? "",
          adminId,
          sold: null,
          isToBeMailed: email !== null,
        };
        const [issued] = await issueCards(tx, ctx, site.id, [card]);
        if (!issued) throw new Error("A new gift card was not stored.");
        const { id, code } = issued;
        if (email !== null) await addToOutbox(tx, ctx, mailGiftCard, { siteId: site.id, cardId: id, email, locale: body.locale ?? null });
        const newCard = await readCard(tx, site.id, id, ctx.now);
        const changes = [{ member: "balance", from: 0, to: body.amount }];
        await recordChange(tx, ctx, {
          actor: actorOf(request),
          siteId: site.id,
          action: "createGiftCard",
          target: auditTarget(newCard),
          changes,
        });
        return { ...newCard, code };
      });
      return { data };
    },
);
