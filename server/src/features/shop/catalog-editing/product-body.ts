import { Type, type Static } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { BundleProduct } from "../../content/bundle/index.ts";

export const productsBase = `${siteBase}/products`;
export const productBase = `${productsBase}/{id}`;
export const ProductParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the product." }) });

const { category: _category, variants, ...members } = BundleProduct.properties;
const { stock, ...variantMembers } = variants.items.properties;

/** A whole product, in the members of bundles but for its category and the ids of variants. */
export const ProductBody = Type.Object(
  {
    ...members,
    categoryId: Type.Optional(Nullable(Uuid)),
    variants: Type.Array(
      Type.Object(
        {
          id: Type.Optional(
            Type.Unsafe<string>({
              ...Uuid,
              description:
                "The ID of one of the product's variants, which may get another SKU. Without it, the SKU names a variant, or a new one.",
            }),
          ),
          ...variantMembers,
          stock: Type.Optional(
            Type.Unsafe<number | null>({
              ...stock,
              description:
                "The first stock of a new variant; null or absent: not tracked. The stock of an existing variant stays as it is: change it with `POST S/stock`.",
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 1_000 },
    ),
  },
  { additionalProperties: false },
);
export type ProductBody = Static<typeof ProductBody>;

/** As much as a product with a thousand variants and its translations. */
export const productLimits = { maxBodyBytes: 1_048_576, maxJsonValues: 60_000 };
