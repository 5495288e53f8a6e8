export { demoFile } from "./demo-file.ts";
export { demoOperations } from "./operations.ts";
