export { operatingOperations, serverOperations } from "./operations.ts";
export { operatingCommands } from "./commands.ts";
export { operatingJobs } from "./tasks.ts";
export { getMetrics } from "./get-metrics.ts";
export { BacklogView } from "./backlog.ts";
export { checkReadiness } from "./get-readiness.ts";
