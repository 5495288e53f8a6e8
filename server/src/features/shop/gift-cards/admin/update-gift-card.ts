import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Nullable, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { changesBetween, conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { instantOf } from "../expiry.ts";
import { auditTarget, GiftCard, giftCardBase, giftCardNotFound, GiftCardParams, lockCard, readCard } from "../gift-card.ts";

/** Changes the note and the end of a gift card, or blocks it. */
export const updateGiftCard = operation(
  {
    id: "updateGiftCard",
    method: "PATCH",
    path: giftCardBase,
    access: "member",
    permission: "orders:refund",
    conditional: "change",
    cors: "closed",
    problems: [giftCardNotFound, validationFailed],
    tags: ["Gift cards"],
    summary: "Change or block a gift card",
    description:
      "A JSON Merge Patch (RFC 7396). Nobody can pay with a blocked card; orders that were placed before keep what it has paid. A patch that changes nothing " +
      "leaves the revision as it is.",
    params: GiftCardParams,
    body: Type.Object(
      {
        note: Type.Optional(Type.String({ maxLength: 500 })),
        expiresAt: Type.Optional(Nullable(Type.String({ format: "date-time", description: "Null: it does not expire." }))),
        isBlocked: Type.Optional(Type.Boolean()),
        revision: Type.Optional(Type.Integer({ description: "The revision that you have seen." })),
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
        if (before.revision !== seenRevision(request, body.revision))
          throw await conflictAbout(tx, site.id, { type: "giftCard", id: before.id }, before.revision);
        const after = {
          note: body.note?.trim() ?? before.note,
          expiresAt: body.expiresAt === undefined ? before.expiresAt : (instantOf(body.expiresAt, ctx.now)?.toISOString() ?? null),
          isBlocked: body.isBlocked ?? before.isBlocked,
        };
        const { note, expiresAt, isBlocked } = before;
        const changes = changesBetween({ note, expiresAt, isBlocked }, after, { hidden: ["note"] });
        if (changes.length === 0) return before;
        await tx`
          update gift_cards set
            note = ${after.note}, expires_at = ${after.expiresAt}::timestamptz, is_blocked = ${after.isBlocked}, revision = revision + 1,
            updated_at = ${ctx.now}
          where site_id = ${site.id} and id = ${before.id}`;
        const changed = await readCard(tx, site.id, before.id, ctx.now);
        const about = { actor: actorOf(request), siteId: site.id, action: "updateGiftCard", target: auditTarget(changed), changes };
        await recordChange(tx, ctx, about);
        return changed;
      });
      tagRevision(reply, card.revision);
      return { data: card };
    },
);
