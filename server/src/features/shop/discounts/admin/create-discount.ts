import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { DiscountBody } from "../../../../lib/totals/discount-rules.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { Discount, discountsBase, mostAutomatic, mostDiscounts } from "../discount.ts";
import { saveDiscount } from "../save-discount.ts";

/** Creates a discount. */
export const createDiscount = operation(
  {
    id: "createDiscount",
    method: "POST",
    path: discountsBase,
    access: "member",
    permission: "catalog:write",
    grows: true,
    cors: "closed",
    problems: [validationFailed],
    tags: ["Discounts"],
    summary: "Create a discount",
    description: `A site may have ${mostDiscounts} discounts, of which ${mostAutomatic} apply without a code.`,
    params: SiteParams,
    body: DiscountBody,
    response: { 201: Single(Discount) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "createDiscount" };
      const discount = await withLockedSite(sql, request.site.id, (tx, site) =>
        saveDiscount(tx, ctx, site, { before: null, body: request.body }, recording),
      );
      tagRevision(reply, discount.revision);
      return { data: discount };
    },
);
