import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { EditedProduct } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { ProductBody, productLimits, productsBase } from "../product-body.ts";
import { saveProduct } from "../save-product.ts";

/** Creates a product. */
export const createProduct = operation(
  {
    id: "createProduct",
    method: "POST",
    path: productsBase,
    access: "member",
    permission: "catalog:write",
    grows: true,
    cors: "closed",
    problems: [validationFailed],
    tags: ["Catalogue"],
    summary: "Create a product",
    description: "By the rules of an import, with the stocks of its variants. Without a `status` it is `ACTIVE`, and public at once.",
    params: SiteParams,
    body: ProductBody,
    ...productLimits,
    response: { 201: Single(EditedProduct) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "createProduct" };
      const product = await withLockedSite(sql, request.site.id, (tx, site) =>
        saveProduct(tx, ctx, site, { product: null, body: request.body }, recording),
      );
      tagRevision(reply, product.revision);
      return { data: product };
    },
);
