export { exportDiscounts } from "./export-discounts.ts";
export { saveDiscounts } from "./save-discount.ts";
export { discountOperations } from "./operations.ts";
export { readCandidates, type Candidate } from "./read-candidates.ts";
export {
  type Buyer,
  discountInvalid,
  lockDiscounts,
  readHistory,
  recordUses,
  returnDiscounts,
  reuseDiscounts,
  type UnusableDiscount,
  useDiscounts,
  type UsedDiscount,
} from "./use-discounts.ts";
