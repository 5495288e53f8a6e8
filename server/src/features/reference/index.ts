export { getDocs } from "./get-docs.ts";
export { getOpenApi } from "./get-openapi.ts";
