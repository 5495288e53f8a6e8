import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { importProducts } from "./import-products.ts";

export const importProductsProof = adminProof(importProducts, ({ unique }) => ({
  headers: { "content-type": "text/csv" },
  body: `product,title,sku,price\nstool-${unique},Stool,${unique},49.00\n`,
}));
