import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { discountBody } from "../../../../../../test/kit/discounts.ts";
import { createDiscount } from "./create-discount.ts";

export const createDiscountProof = adminProof(createDiscount, ({ unique }) => ({ body: discountBody({ code: unique }) }));
