import { getReference, getReferenceStart, getReferenceViewer } from "./get-docs.ts";
import { getOpenApi } from "./get-open-api.ts";

export const referenceOperations = [getOpenApi, getReference, getReferenceStart, getReferenceViewer];
