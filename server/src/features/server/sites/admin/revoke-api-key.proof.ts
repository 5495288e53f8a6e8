import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { issuedKey } from "../../../../../../test/kit/keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

export const revokeApiKeyProof = adminProof(revokeApiKey, async ({ server, site }) => ({
  params: { id: (await issuedKey(server, site)).id },
}));
