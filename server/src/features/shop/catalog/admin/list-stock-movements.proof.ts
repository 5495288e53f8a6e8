import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { variantOf } from "../../../../../../test/kit/stock.ts";
import { listStockMovements } from "./list-stock-movements.ts";

export const listStockMovementsProof = adminProof(listStockMovements, async ({ server, site }) => ({
  params: { id: (await variantOf(server, site, "FJELL-OAK-CORD")).id },
  query: { pageSize: "10" },
}));
