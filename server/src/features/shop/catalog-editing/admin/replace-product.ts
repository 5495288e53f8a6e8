import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { EditedProduct, productNotFound } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { productBase, ProductBody, productLimits, ProductParams } from "../product-body.ts";
import { lockSeenProduct, saveProduct } from "../save-product.ts";

/** Replaces a whole product. */
export const replaceProduct = operation(
  {
    id: "replaceProduct",
    method: "PUT",
    path: productBase,
    access: "member",
    permission: "catalog:write",
    conditional: "change",
    grows: true,
    cors: "closed",
    problems: [productNotFound, validationFailed],
    tags: ["Catalogue"],
    summary: "Replace a product",
    description:
      "The whole product by the rules of an import: members that are absent get their defaults, and variants that are absent are removed. A variant with an `id` may " +
      "get another SKU. Stocks of variants that exist stay as they are. The product may get another slug; the public API answers requests for the former one with 404 and `movedTo`.",
    params: ProductParams,
    body: ProductBody,
    ...productLimits,
    response: { 200: Single(EditedProduct) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "replaceProduct" };
      const saved = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const product = await lockSeenProduct(tx, site.id, request.params.id, seenRevision(request));
        return saveProduct(tx, ctx, site, { product, body: request.body }, recording);
      });
      tagRevision(reply, saved.revision);
      return { data: saved };
    },
);
