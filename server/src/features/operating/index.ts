export { operatingOperations } from "./operations.ts";
export { getMetrics } from "./get-metrics.ts";
export { checkReadiness } from "./get-readiness.ts";
