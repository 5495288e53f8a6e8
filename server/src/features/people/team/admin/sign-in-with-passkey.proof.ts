import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addPasskey, challengeFor } from "../../../../../../test/kit/authenticator.ts";
import { signInWithPasskey } from "./sign-in-with-passkey.ts";

export const signInWithPasskeyProof = adminProof(signInWithPasskey, async ({ server, owner }) => {
  const key = await addPasskey(server, owner.id);
  const { id, challenge } = await challengeFor(server, "SIGN_IN", null);
  return { body: { challengeId: id, credential: key.present(challenge) } };
});
