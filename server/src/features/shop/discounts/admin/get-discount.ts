import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { Discount, discountBase, discountNotFound, DiscountParams, readDiscount } from "../discount.ts";

/** Reads a discount. */
export const getDiscount = operation(
  {
    id: "getDiscount",
    method: "GET",
    path: discountBase,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [discountNotFound],
    tags: ["Discounts"],
    summary: "Read a discount",
    description: "Items that were deleted since are left out of `appliesTo`. If none is left, the discount applies to nothing.",
    params: DiscountParams,
    response: { 200: Single(Discount) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ site, params }, reply) => {
      const discount = await readDiscount(sql, site.id, params.id, clock.now());
      tagRevision(reply, discount.revision);
      return { data: discount };
    },
);
