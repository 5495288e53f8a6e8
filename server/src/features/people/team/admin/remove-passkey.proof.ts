import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addPasskey } from "../../../../../../test/kit/authenticator.ts";
import { removePasskey } from "./remove-passkey.ts";

export const removePasskeyProof = adminProof(removePasskey, async ({ server, sender }) => ({
  params: { id: (await addPasskey(server, sender.id)).passkeyId },
}));
