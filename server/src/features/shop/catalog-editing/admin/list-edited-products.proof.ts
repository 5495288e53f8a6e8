import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listEditedProducts } from "./list-edited-products.ts";

export const listEditedProductsProof = adminProof(listEditedProducts, () => ({ query: { status: "ACTIVE", q: "chair", pageSize: "10" } }));
