import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { exportProducts } from "./export-products.ts";

export const exportProductsProof = adminProof(exportProducts);
