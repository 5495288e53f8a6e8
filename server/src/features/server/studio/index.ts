export { studioOperations } from "./operations.ts";
