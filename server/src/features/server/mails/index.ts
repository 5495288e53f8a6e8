export { mailsOperations } from "./operations.ts";
export { mailsTasks } from "./tasks.ts";
