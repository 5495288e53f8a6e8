import type { CreatedCredential, PresentedCredential } from "./credential.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Loaded when a passkey is first used: most processes never need it. */
const load = () => import("@simplewebauthn/server");
const loadHelpers = () => import("@simplewebauthn/server/helpers");

export interface StoredKey {
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  counter: number;
  isBackedUp: boolean;
}

/** The key of a credential that was made for this challenge here, by a person whom the device verified. Undefined: it was not. */
export async function verifyCreated(party: RelyingParty, challenge: string, created: CreatedCredential): Promise<StoredKey | undefined> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([load(), loadHelpers()]);
  const { response, ...rest } = created;
  try {
    // A certificate names addresses that the library would ask whether it was revoked. None is asked for, so none is read.
    const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, "base64url"));
    const isSelfMade = attestation.get("fmt") === "packed" && !attestation.get("attStmt").get("x5c");
    if (attestation.get("fmt") !== "none" && !isSelfMade) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...jsonOf(rest), response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    const { id, publicKey, counter } = credential;
    // The one that was signed, which the request names as well.
    if (id !== created.id) return undefined;
    return { credentialId: Buffer.from(id, "base64url"), publicKey, counter, isBackedUp: credentialBackedUp };
  } catch {
    return undefined;
  }
}

/** The new counter of a key that has signed this challenge here, for a person whom the device verified. Undefined: it has not. */
export async function verifyPresented(
  party: RelyingParty,
  challenge: string,
  presented: PresentedCredential,
  storedKey: Pick<StoredKey, "publicKey" | "counter">,
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const { response, ...rest } = presented;
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...jsonOf(rest), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: presented.id, publicKey: Uint8Array.from(storedKey.publicKey), counter: storedKey.counter },
    });
    return verified ? { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp } : undefined;
  } catch {
    return undefined;
  }
}

function jsonOf({ id, rawId, type }: Pick<PresentedCredential, "id" | "rawId" | "type">) {
  return { id, rawId, type, clientExtensionResults: {} };
}
