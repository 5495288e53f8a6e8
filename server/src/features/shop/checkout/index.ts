export { checkoutOperations } from "./operations.ts";
