export { openingOperations, signupOperations } from "./operations.ts";
export { signupJobs, signupTasks } from "./tasks.ts";
