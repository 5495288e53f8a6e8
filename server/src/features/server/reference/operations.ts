import { getAdminOpenApi } from "./get-admin-open-api.ts";
import { getOpenApi } from "./get-open-api.ts";
import { getAdminReference, getReference, getReferenceScript, getReferenceStyle } from "./get-reference.ts";

export const referenceOperations = [getOpenApi, getAdminOpenApi, getReference, getAdminReference, getReferenceStyle, getReferenceScript];
