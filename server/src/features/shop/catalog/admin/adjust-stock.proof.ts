import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { variantOf } from "../../../../../../test/kit/stock.ts";
import { adjustStock } from "./adjust-stock.ts";

export const adjustStockProof = adminProof(adjustStock, async ({ server, site }) => {
  const { id, stock } = await variantOf(server, site, "FJELL-OAK-CORD");
  return { body: { items: [{ variantId: id, set: (stock ?? 0) + 1, expected: stock }], reason: "COUNTED", note: "Behind the lamps" } };
});
