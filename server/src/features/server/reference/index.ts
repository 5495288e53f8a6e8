export type { Example, ExampleFill } from "./examples.ts";
export { referenceOperations } from "./operations.ts";
