import { adminBase, operation } from "../../../lib/http/operation.ts";
import { openApiSpec, sendSerialised } from "./get-open-api.ts";

/** The description of the admin API, made on the first request. It tells nothing that the source does not. */
export const getAdminOpenApi = operation(
  { ...openApiSpec, id: "getAdminOpenApi", path: `${adminBase}/openapi.json`, cors: "closed" },
  ({ describeAdmin }: { describeAdmin(): object }) => sendSerialised(describeAdmin),
);
