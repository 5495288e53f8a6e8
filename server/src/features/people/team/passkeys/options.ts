import { Type } from "typebox";
import { challengeMs, type IssuedChallenge } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";

const Descriptor = Type.Object(
  { id: Type.String(), type: Type.Literal("public-key"), transports: Type.Array(Type.String()) },
  { additionalProperties: false },
);
const challenge = Type.String({ description: "In base64url." });
const timeout = Type.Integer({ description: "In milliseconds." });

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const CreationOptions = Type.Object(
  {
    challengeId: Type.String(),
    options: Type.Object(
      {
        challenge,
        rp: Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
        user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }, { additionalProperties: false }),
        pubKeyCredParams: Type.Array(
          Type.Object({ type: Type.Literal("public-key"), alg: Type.Integer() }, { additionalProperties: false }),
        ),
        excludeCredentials: Type.Array(Descriptor),
        authenticatorSelection: Type.Object(
          { residentKey: Type.Literal("required"), requireResidentKey: Type.Boolean(), userVerification: Type.Literal("required") },
          { additionalProperties: false },
        ),
        attestation: Type.Literal("none"),
        timeout,
      },
      { additionalProperties: false, description: "For `PublicKeyCredential.parseCreationOptionsFromJSON`." },
    ),
  },
  { additionalProperties: false },
);

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const RequestOptions = Type.Object(
  {
    challengeId: Type.String(),
    options: Type.Object(
      { challenge, rpId: Type.String(), allowCredentials: Type.Array(Descriptor), userVerification: Type.Literal("required"), timeout },
      { additionalProperties: false, description: "For `PublicKeyCredential.parseRequestOptionsFromJSON`." },
    ),
  },
  { additionalProperties: false },
);

/** A credential that an account has. */
export interface KnownCredential {
  credentialId: Uint8Array;
  transports: string[];
}

/** EdDSA, ES256 and RS256: what the authenticators of all systems make (COSE). */
const algorithms = [-8, -7, -257];

export function creationOptions(
  party: RelyingParty,
  { id: challengeId, challenge: text }: IssuedChallenge,
  { id, email, name }: { id: string; email: string; name: string },
  credentials: readonly KnownCredential[],
) {
  const options = {
    challenge: text,
    rp: { id: party.id, name: party.name },
    user: { id: userHandle(id), name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
    excludeCredentials: credentials.map(descriptor),
    // Found without an address, and opened by a fingerprint or a PIN: two factors in one.
    authenticatorSelection: { residentKey: "required" as const, requireResidentKey: true, userVerification: "required" as const },
    attestation: "none" as const,
    timeout: challengeMs,
  };
  return { challengeId, options };
}

export function requestOptions(party: RelyingParty, issued: IssuedChallenge, credentials: readonly KnownCredential[]) {
  const { id: challengeId, challenge: text } = issued;
  const allowCredentials = credentials.map(descriptor);
  return {
    challengeId,
    options: { challenge: text, rpId: party.id, allowCredentials, userVerification: "required" as const, timeout: challengeMs },
  };
}

/** How an authenticator names an account: by its id, which says nothing about the person. */
export function userHandle(adminId: string): string {
  return Buffer.from(adminId).toString("base64url");
}

function descriptor({ credentialId, transports }: KnownCredential) {
  return { id: Buffer.from(credentialId).toString("base64url"), type: "public-key" as const, transports };
}
