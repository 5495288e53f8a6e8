import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { inUse } from "../../../../lib/admin/refusals.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { raiseVersions, withLockedSite } from "../../../server/sites/index.ts";
import { productNotFound, removeProducts } from "../../catalog/index.ts";
import { productBase, ProductParams } from "../product-body.ts";
import { refuseProductInUse } from "../product-in-use.ts";
import { lockSeenProduct } from "../save-product.ts";

/** Deletes a product with its variants. */
export const deleteProduct = operation(
  {
    id: "deleteProduct",
    method: "DELETE",
    path: productBase,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    cors: "closed",
    problems: [productNotFound, inUse],
    tags: ["Catalogue"],
    summary: "Delete a product",
    description:
      "With its variants, their price histories and their stock movements. 409 `in_use` names the open orders and the content that refer to it; `?force=true` deletes " +
      "it although content refers to it. A product in open orders stays: archive it.",
    params: ProductParams,
    query: Type.Object({ force: Type.Optional(Type.Boolean({ default: false })) }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { params, query } = request;
      const ctx = { now: clock.now(), ids, touched: new Set<string>() };
      await withLockedSite(sql, request.site.id, async (tx, site) => {
        const { id, title } = await lockSeenProduct(tx, site.id, params.id, seenRevision(request));
        await refuseProductInUse(tx, site.id, id, { isForced: query.force === true });
        await removeProducts(tx, ctx, site, [id]);
        await raiseVersions(tx, ctx, site.id, { catalog: true }, ctx.touched);
        const target = { type: "product", id, label: title };
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "deleteProduct", target, removes: true });
      });
    },
);
