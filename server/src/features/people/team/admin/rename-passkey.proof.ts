import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addPasskey } from "../../../../../../test/kit/authenticator.ts";
import { renamePasskey } from "./rename-passkey.ts";

export const renamePasskeyProof = adminProof(renamePasskey, async ({ server, sender }) => ({
  params: { id: (await addPasskey(server, sender.id)).passkeyId },
  body: { name: "My other phone" },
}));
