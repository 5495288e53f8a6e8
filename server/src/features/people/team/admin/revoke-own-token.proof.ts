import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addToken } from "../../../../../../test/kit/admins.ts";
import { revokeOwnToken } from "./revoke-own-token.ts";

export const revokeOwnTokenProof = adminProof(revokeOwnToken, async ({ server, sender }) => ({
  params: { id: (await addToken(server, sender.id, { role: "VIEWER" })).id },
}));
