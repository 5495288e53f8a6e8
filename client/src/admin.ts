export {
  applyDiscounts,
  whyNot,
  type ComputedDiscount,
  type DiscountableLine,
  type LineDiscounts,
  type Unqualified,
} from "./apply-discounts.ts";
export { createAdminClient, type AdminClient, type AdminClientOptions } from "./admin-client.ts";
export { attemptAdmin, isAdminError, type AdminError, type AdminErrorCode, type AdminErrorOf } from "./admin-error.ts";
export type { EventsInput, EventsOptions, SiteEvent } from "./admin-events.ts";
export { amountOfLines, type LineQuantity, type RefundableOrder } from "./refund-amount.ts";
export type { Call, Revised } from "./admin-operation.ts";
export type { CallOptions, IdempotentCallOptions, List } from "./operation.ts";
export type { ClientCode, Failure, Fault } from "./vitrine-error.ts";
export type * from "./admin-generated.ts";
