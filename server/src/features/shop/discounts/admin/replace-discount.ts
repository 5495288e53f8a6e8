import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { DiscountBody } from "../../../../lib/totals/discount-rules.ts";
import { conflictAbout } from "../../../people/audit/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { Discount, discountBase, discountNotFound, DiscountParams, lockDiscount } from "../discount.ts";
import { saveDiscount } from "../save-discount.ts";

/** Replaces a whole discount. */
export const replaceDiscount = operation(
  {
    id: "replaceDiscount",
    method: "PUT",
    path: discountBase,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    grows: true,
    cors: "closed",
    problems: [discountNotFound, validationFailed],
    tags: ["Discounts"],
    summary: "Replace a discount",
    description:
      "The whole discount: members that are absent get their defaults. Uses and single-use codes stay. Orders that were placed before keep what they cost. A body " +
      "that changes nothing leaves the revision as it is.",
    params: DiscountParams,
    body: DiscountBody,
    response: { 200: Single(Discount) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const { body, params } = request;
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "replaceDiscount" };
      const discount = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const before = await lockDiscount(tx, site.id, params.id, ctx.now);
        if (before.revision !== seenRevision(request))
          throw await conflictAbout(tx, site.id, { type: "discount", id: before.id }, before.revision);
        return saveDiscount(tx, ctx, site, { before, body }, recording);
      });
      tagRevision(reply, discount.revision);
      return { data: discount };
    },
);
