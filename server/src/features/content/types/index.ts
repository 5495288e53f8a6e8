export { typesOperations } from "./operations.ts";
export { readSchema } from "./read-schema.ts";
export { blockTypeBytes, saveBlockTypes, saveContentTypes, savePageType } from "./save-types.ts";
export { blockChecks, checksByName } from "./type-checks.ts";
export { blockTypeErrors, contentTypeErrors } from "./type-errors.ts";
