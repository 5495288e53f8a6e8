export { typesOperations } from "./operations.ts";
export { readContentType, readSchema } from "./read-schema.ts";
export { blockTypeBytes, saveBlockTypes, saveContentTypes, savePageType } from "./save-types.ts";
export { singleErrors } from "./single-types.ts";
export { blockChecks, checksByName } from "./type-checks.ts";
export { blockTypeErrors, contentTypeErrors } from "./type-errors.ts";
