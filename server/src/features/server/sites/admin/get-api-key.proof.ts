import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { issuedKey } from "../../../../../../test/kit/keys.ts";
import { getApiKey } from "./get-api-key.ts";

export const getApiKeyProof = adminProof(getApiKey, async ({ server, site }) => ({ params: { id: (await issuedKey(server, site)).id } }));
