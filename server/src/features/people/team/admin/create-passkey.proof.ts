import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { challengeFor, softAuthenticator } from "../../../../../../test/kit/authenticator.ts";
import { createPasskey } from "./create-passkey.ts";

export const createPasskeyProof = adminProof(createPasskey, async ({ server, sender }) => {
  const { id, challenge } = await challengeFor(server, "REGISTER", sender.id);
  return { body: { name: "My phone", challengeId: id, credential: softAuthenticator(sender.id).create(challenge) } };
});
