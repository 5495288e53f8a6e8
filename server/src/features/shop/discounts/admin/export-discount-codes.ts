import type { Deps } from "../../../../deps.ts";
import { answerCsv } from "../../../../lib/http/csv-answer.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { discountBase, discountNotFound, DiscountParams, readDiscount } from "../discount.ts";
import { codesCsv } from "../discount-codes.ts";

/** Answers the single-use codes of a discount as CSV. */
export const exportDiscountCodes = operation(
  {
    id: "exportDiscountCodes",
    method: "GET",
    path: `${discountBase}/codes.csv`,
    access: "member",
    permission: "catalog:write",
    cors: "closed",
    problems: [discountNotFound],
    tags: ["Discounts"],
    summary: "Export the single-use codes as CSV",
    description:
      "In the order in which they were made: each code, whether an order uses it, and the number of that order. The server writes the rows while it reads them, however many " +
      "there are.",
    params: DiscountParams,
    streams: "text/csv",
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ site, params, method }, reply) => {
      const { id } = await readDiscount(sql, site.id, params.id, clock.now());
      return answerCsv(reply, method, "codes.csv", codesCsv(sql, site.id, id));
    },
);
