export { getStartPage, localOperations } from "./operations.ts";
