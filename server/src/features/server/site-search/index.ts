export { siteSearchOperations } from "./operations.ts";
