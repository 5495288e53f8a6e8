import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { variantOf } from "../../../../../../test/kit/stock.ts";
import { listVariantPrices } from "./list-variant-prices.ts";

export const listVariantPricesProof = adminProof(listVariantPrices, async ({ server, site }) => ({
  params: { id: (await variantOf(server, site, "FJELL-OAK-CORD")).id },
  query: { pageSize: "10" },
}));
