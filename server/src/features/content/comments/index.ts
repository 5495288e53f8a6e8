export { commentsOperations } from "./operations.ts";
