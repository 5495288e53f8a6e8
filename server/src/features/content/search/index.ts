export { searchOperations } from "./operations.ts";
export { findByContent } from "./find-by-content.ts";
