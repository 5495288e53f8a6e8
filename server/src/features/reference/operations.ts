import { getOpenApi } from "./get-open-api.ts";
import { getReference, getReferenceScript, getReferenceStyle } from "./get-reference.ts";

export const referenceOperations = [getOpenApi, getReference, getReferenceStyle, getReferenceScript];
