import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Nullable, Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { adjustStocks, stockChanged, stockInsufficient, stockNotTracked } from "../adjust-stocks.ts";
import { mostStock, stockReasons, variantNotFound } from "../stock-movement.ts";

const strict = { additionalProperties: false };
const Count = Nullable(Type.Integer({ minimum: 0, maximum: mostStock }));

/** Changes stocks by hand. */
export const adjustStock = operation(
  {
    id: "adjustStock",
    method: "POST",
    path: `${siteBase}/stock`,
    access: "member",
    permission: "stock:write",
    cors: "closed",
    problems: [variantNotFound, stockChanged, stockNotTracked, stockInsufficient, validationFailed],
    tags: ["Catalogue"],
    summary: "Change stocks by hand",
    description:
      "Changes up to 100 variants, all of them or none. `set` is a new count, and needs the count that its sender saw as `expected`; null stands for a stock " +
      "that is not tracked. `adjust` adds to a tracked stock, or takes from it. Each change is a row of the variant's stock movements.",
    params: SiteParams,
    body: Type.Object(
      {
        items: Type.Array(
          Type.Union([
            Type.Object({ variantId: Uuid, set: Count, expected: Count }, strict),
            Type.Object({ variantId: Uuid, adjust: Type.Integer({ minimum: -mostStock, maximum: mostStock }) }, strict),
          ]),
          { minItems: 1, maxItems: 100 },
        ),
        reason: Type.Enum([...stockReasons]),
        note: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
      },
      strict,
    ),
    response: {
      201: Single(
        Type.Object(
          {
            stocks: Type.Array(
              Type.Object(
                {
                  variantId: Uuid,
                  sku: Type.String(),
                  change: Type.Integer({ description: "0 if the count was right." }),
                  stock: Nullable(Type.Integer({ minimum: 0 })),
                },
                strict,
              ),
              { description: "In the order of the items." },
            ),
          },
          strict,
        ),
      ),
    },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { items, reason, note = null } = request.body;
      const ctx = { now: clock.now(), ids };
      const cause = { actor: actorOf(request), reason, note };
      return { data: { stocks: await sql.begin((tx) => adjustStocks(tx, ctx, request.site.id, items, cause)) } };
    },
);
