import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { revokeIssuedKeys } from "../../../../../../test/kit/keys.ts";
import { createApiKey } from "./create-api-key.ts";

export const createApiKeyProof = adminProof(createApiKey, async ({ server, site, unique }) => {
  await revokeIssuedKeys(server, site);
  return { body: { name: unique, readLimit: 100 } };
});
