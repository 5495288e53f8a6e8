import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { Discount, discountBase, discountNotFound, DiscountParams, lockDiscount, readDiscount } from "../discount.ts";
import { makeCodes, mostCodes } from "../discount-codes.ts";

const discountIsAutomatic = problem("discount_is_automatic", 409, "The discount applies without a code");

/** Makes single-use codes for a discount. */
export const createDiscountCodes = operation(
  {
    id: "createDiscountCodes",
    method: "POST",
    path: `${discountBase}/codes`,
    access: "member",
    permission: "catalog:write",
    grows: true,
    cors: "closed",
    problems: [discountNotFound, discountIsAutomatic, validationFailed],
    tags: ["Discounts"],
    summary: "Make single-use codes",
    description:
      `One order can use each of them. They are the prefix and ten random letters and digits. A discount may have ${mostCodes.toLocaleString("en")}. ` +
      "`GET` of the same address with `.csv` answers them.",
    params: DiscountParams,
    body: Type.Object(
      {
        count: Type.Integer({ minimum: 1, maximum: mostCodes }),
        prefix: Type.Optional(
          Type.String({
            pattern: "^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,19})?$",
            description: "The beginning of each code.",
            examples: ["THANKS-"],
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Single(Discount) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { count, prefix = "" } = request.body;
      const ctx = { now: clock.now(), ids };
      const data = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const { id, code, title, codes, isAutomatic, revision } = await lockDiscount(tx, site.id, request.params.id, ctx.now);
        if (isAutomatic) throw new ProblemError(discountIsAutomatic, { detail: "Set isAutomatic to false, or give it a code." });
        if (codes + count > mostCodes)
          throw invalidMember("/count", "too_many", `is too much: ${mostCodes - codes} more codes are possible`);
        await makeCodes(tx, ctx, site.id, id, { count, prefix });
        const target = { type: "discount", id, label: code ?? title[site.defaultLocale] ?? "", revision };
        const changes = [{ member: "codes", from: codes, to: codes + count }];
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "createDiscountCodes", target, changes });
        return readDiscount(tx, site.id, id, ctx.now);
      });
      return { data };
    },
);
