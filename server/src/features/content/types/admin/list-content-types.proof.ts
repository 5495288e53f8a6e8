import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listContentTypes } from "./list-content-types.ts";

export const listContentTypesProof = adminProof(listContentTypes, () => ({ query: { pageSize: "10" } }));
