import { Type, type Static } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { distinctItems, mostItems, seenItem } from "../../../../lib/http/each-item.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Nullable, Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, validationFailed } from "../../../../lib/http/problem.ts";
import type { SiteCurrencies } from "../../../../lib/text/currency.ts";
import { revisionConflictProblem } from "../../../../lib/http/revision.ts";
import { lockProduct, productNotFound } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { changeProducts, FormerMembers, type BulkChange } from "../bulk-products.ts";
import { PriceChangeMembers, priceChangeOf } from "../change-price.ts";
import { productsBase } from "../product-body.ts";

const strict = { additionalProperties: false };
const Body = Type.Object(
  {
    action: Type.Enum(["activate", "archive", "delete", "set-category", "set-price", "restore"]),
    items: Type.Array(
      Type.Object(
        { ...seenItem, former: Type.Optional({ ...FormerMembers, description: "For `restore`: what the product gets back." }) },
        strict,
      ),
      { minItems: 1, maxItems: mostItems },
    ),
    categoryId: Type.Optional(Nullable(Uuid)),
    ...PriceChangeMembers,
    force: Type.Optional(Type.Boolean({ default: false })),
  },
  strict,
);

/** Changes several products alike: all or none. */
export const bulkProducts = operation(
  {
    id: "bulkProducts",
    method: "POST",
    path: `${productsBase}/bulk`,
    access: "member",
    permission: "catalog:write",
    cors: "closed",
    problems: [productNotFound, inUse, revisionConflictProblem, validationFailed],
    tags: ["Catalogue"],
    summary: "Change several products",
    description:
      "All or none; a problem names its item. `set-category` needs `categoryId`; null takes the products out of their categories. `set-price` changes the prices of all " +
      "variants, in `currency`, by `percent` or by `amount`, rounded half up to what the payment processor takes in the currency. `delete` is refused as for one product. " +
      "`restore` gives each product its `former` members back, as the response to an earlier change tells them.",
    params: SiteParams,
    body: Body,
    response: {
      200: Single(
        Type.Object(
          {
            items: Type.Array(
              Type.Object(
                {
                  id: Uuid,
                  revision: Nullable(Type.Integer({ description: "Null: the product is deleted." })),
                  former: Nullable({
                    ...FormerMembers,
                    description:
                      "What the change replaced: send it with `restore` and this revision to undo the change. Null: the product is deleted.",
                  }),
                },
                strict,
              ),
            ),
          },
          strict,
        ),
      ),
    },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const change = changeOf(request.site, request.body);
      const items = distinctItems(request.body.items);
      for (const [place, { former }] of items.entries()) {
        if ((former === undefined) === (change.action === "restore"))
          throw invalidMember(`/items/${place}/former`, "required", "belongs to restore, which needs it");
      }
      const ctx = { now: clock.now(), ids };
      const changed = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const former = await changeProducts(tx, ctx, site, items, { change, actor: actorOf(request) });
        const results: { id: string; revision: number | null; former: FormerMembers | null }[] = [];
        for (const [place, { id }] of items.entries())
          results.push({ id, revision: (await lockProduct(tx, site.id, id))?.revision ?? null, former: former[place] ?? null });
        return results;
      });
      return { data: { items: changed } };
    },
);

function changeOf(site: SiteCurrencies, body: Static<typeof Body>): BulkChange {
  const { action, categoryId, force = false } = body;
  if (action === "delete") return { action, isForced: force };
  if (action === "set-category") {
    if (categoryId === undefined) throw invalidMember("/categoryId", "required", "is required by this action");
    return { action, categoryId };
  }
  if (action !== "set-price") return { action };
  return { action, ...priceChangeOf(site, body) };
}
