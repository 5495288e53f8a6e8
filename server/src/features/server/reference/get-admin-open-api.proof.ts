import { adminProof } from "../../../../../test/kit/admin-proof.ts";
import { getAdminOpenApi } from "./get-admin-open-api.ts";

export const getAdminOpenApiProof = adminProof(getAdminOpenApi);
