export { catalogEditingOperations } from "./operations.ts";
