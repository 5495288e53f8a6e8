export { eventsOperations } from "./operations.ts";
export { eventsJobs } from "./tasks.ts";
