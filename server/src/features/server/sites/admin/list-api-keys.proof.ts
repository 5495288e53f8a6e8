import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listApiKeys } from "./list-api-keys.ts";

export const listApiKeysProof = adminProof(listApiKeys, () => ({ query: { pageSize: "10" } }));
