export { createClient, type Client, type ClientOptions } from "./client.ts";
export { attempt, isVitrineError } from "./vitrine-error.ts";
export { parsePreviewLink } from "./preview-link.ts";
export type { ClientCode, ErrorCode, ErrorOf, Failure, Fault, VitrineError } from "./vitrine-error.ts";
export type { Call, CallOptions, Comparable, Comparisons, IdempotentCallOptions, List, Where } from "./operation.ts";
export type * from "./generated.ts";
