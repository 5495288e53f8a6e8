import { Type, type Static } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { distinctItems, SeenItems } from "../../../../lib/http/each-item.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Nullable, Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, validationFailed } from "../../../../lib/http/problem.ts";
import { revisionConflictProblem } from "../../../../lib/http/revision.ts";
import { lockProduct, productNotFound } from "../../catalog/index.ts";
import { changeProducts, type BulkChange } from "../bulk-products.ts";
import { productsBase } from "../product-body.ts";
import { withLockedSite } from "../save-product.ts";

const strict = { additionalProperties: false };
const Body = Type.Object(
  {
    action: Type.Enum(["activate", "archive", "delete", "set-category", "set-price"]),
    items: SeenItems,
    categoryId: Type.Optional(Nullable(Uuid)),
    percent: Type.Optional(
      Type.String({ pattern: "^(?:-(?:100|\\d{1,2}(?:\\.\\d{1,2})?)|\\d{1,4}(?:\\.\\d{1,2})?)$", examples: ["-12.5"] }),
    ),
    amount: Type.Optional(
      Type.Integer({ minimum: -99_999_999, maximum: 99_999_999, description: "In minor units, of each product's currency." }),
    ),
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
      "variants by `percent` or by `amount`, rounded half up to what the payment processor takes in the currency. `delete` is refused as for one product.",
    params: SiteParams,
    body: Body,
    response: {
      200: Single(
        Type.Object(
          {
            items: Type.Array(
              Type.Object({ id: Uuid, revision: Nullable(Type.Integer({ description: "Null: the product is deleted." })) }, strict),
            ),
          },
          strict,
        ),
      ),
    },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const change = changeOf(request.body);
      const items = distinctItems(request.body.items);
      const ctx = { now: clock.now(), ids };
      const changed = await withLockedSite(sql, request.site.id, async (tx, site) => {
        await changeProducts(tx, ctx, site, items, { change, actor: actorOf(request) });
        const revisions: { id: string; revision: number | null }[] = [];
        for (const { id } of items) revisions.push({ id, revision: (await lockProduct(tx, site.id, id))?.revision ?? null });
        return revisions;
      });
      return { data: { items: changed } };
    },
);

function changeOf({ action, categoryId, percent, amount, force = false }: Static<typeof Body>): BulkChange {
  if (action === "delete") return { action, isForced: force };
  if (action === "set-category") {
    if (categoryId === undefined) throw invalidMember("/categoryId", "required", "is required by this action");
    return { action, categoryId };
  }
  if (action !== "set-price") return { action };
  if ((percent === undefined) === (amount === undefined))
    throw invalidMember("/percent", "required", "or an amount is required by this action");
  return percent === undefined ? { action, amount: amount ?? 0 } : { action, percent };
}
