import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { EditedProduct, productNotFound } from "../../catalog/index.ts";
import { productBase, ProductParams } from "../product-body.ts";
import { readProduct } from "../save-product.ts";

/** Reads a whole product, whatever its status. */
export const getEditedProduct = operation(
  {
    id: "getEditedProduct",
    method: "GET",
    path: productBase,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [productNotFound],
    tags: ["Catalogue"],
    summary: "Read a product to edit",
    description: "The whole product, with its variants and the words of all locales.",
    params: ProductParams,
    response: { 200: Single(EditedProduct) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const product = await readProduct(sql, site.id, params.id);
      tagRevision(reply, product.revision);
      return { data: product };
    },
);
