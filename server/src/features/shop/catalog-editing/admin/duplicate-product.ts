import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { Slug } from "../../../../lib/text/slug.ts";
import { EditedProduct, productNotFound } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { copyOf } from "../copy-product.ts";
import { productBase, ProductParams } from "../product-body.ts";
import { readProduct, saveProduct } from "../save-product.ts";

/** Copies a product as a draft. */
export const duplicateProduct = operation(
  {
    id: "duplicateProduct",
    method: "POST",
    path: `${productBase}/duplicate`,
    access: "member",
    permission: "catalog:write",
    grows: true,
    cors: "closed",
    problems: [productNotFound, validationFailed],
    tags: ["Catalogue"],
    summary: "Copy a product",
    description:
      "The copy is a draft with the slug that you choose. Its SKUs end with that slug, which it has in all locales. A tracked stock begins at 0.",
    params: ProductParams,
    body: Type.Object({ slug: Slug }, { additionalProperties: false }),
    response: { 201: Single(EditedProduct) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "duplicateProduct" };
      const copy = await withLockedSite(sql, request.site.id, async (tx, site) => {
        const body = copyOf(await readProduct(tx, site.id, request.params.id), request.body.slug);
        return saveProduct(tx, ctx, site, { product: null, body }, recording);
      });
      tagRevision(reply, copy.revision);
      return { data: copy };
    },
);
