import { createDiscountCodes } from "./admin/create-discount-codes.ts";
import { createDiscount } from "./admin/create-discount.ts";
import { deleteDiscount } from "./admin/delete-discount.ts";
import { exportDiscountCodes } from "./admin/export-discount-codes.ts";
import { getDiscount } from "./admin/get-discount.ts";
import { listDiscounts } from "./admin/list-discounts.ts";
import { replaceDiscount } from "./admin/replace-discount.ts";

export const discountOperations = [
  listDiscounts,
  createDiscount,
  getDiscount,
  replaceDiscount,
  deleteDiscount,
  createDiscountCodes,
  exportDiscountCodes,
];
