export { demoOperations } from "./operations.ts";
