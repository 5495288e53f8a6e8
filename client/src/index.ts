export { createClient, type Client, type ClientOptions } from "./client.ts";
export { attempt, isVitrineError } from "./vitrine-error.ts";
export { currencyDigits, currencyStep, formatMoney } from "./money.ts";
export { parsePreviewLink } from "./preview-link.ts";
export { srcset, variantWidths, type ShownPicture, type SrcsetOptions, type VariantWidth } from "./srcset.ts";
export type { ClientCode, ErrorCode, ErrorOf, Failure, Fault, VitrineError } from "./vitrine-error.ts";
export type { Call, CallOptions, Comparable, Comparisons, IdempotentCallOptions, List, Where } from "./operation.ts";
export type * from "./generated.ts";
export type { BlockOf, EntryOf, PageOf, PreviewPageOf } from "./site-answers.ts";
export type { EntryQuery, PageQuery } from "./site-content.ts";
export type { EntryConditions, PageConditions } from "./site-queries.ts";
export type {
  AssetReference,
  CategoryReference,
  EntryReference,
  Field,
  ListField,
  PageReference,
  ProductReference,
  SiteTypes,
} from "./site-types.ts";
