export { mailCatcherOperations } from "./operations.ts";
