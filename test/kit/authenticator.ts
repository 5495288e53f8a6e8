import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { issueChallenge, type ChallengePurpose, type IssuedChallenge } from "../../server/src/features/people/team/passkeys/challenges.ts";
import { userHandle } from "../../server/src/features/people/team/passkeys/options.ts";
import type { TestServer } from "./harness.ts";

type KeyServer = Pick<TestServer, "deps">;

/** The values that a page, a browser and a device agree on; each can be wrong in a test. */
export interface Ceremony {
  origin?: string;
  rpId?: string;
  /** The device has verified the person, by a PIN or a fingerprint. */
  isVerified?: boolean;
  isPresent?: boolean;
  /** How often the key was used. Absent: once more than before. */
  counter?: number;
  type?: string;
  /** The account that the device believes to open. */
  userHandle?: string | null;
}

/** An authenticator in software: one key of one account (ES256, attestation "none"), with the JSON that browsers make. */
export function softAuthenticator(adminId: string, credentialId: Buffer = randomBytes(32)) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE_Key (RFC 9052): kty EC2, alg ES256, crv P-256, and the coordinates.
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  let used = 0;
  const id = credentialId.toString("base64url");
  const common = { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };

  const clientData = (challenge: string, type: string, { origin = "http://localhost:3000" }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = ({ rpId = "localhost", isVerified = true, isPresent = true, counter = (used += 1) }: Ceremony, attested: Buffer) => {
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (attested.length > 0 ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count, attested]);
  };

  return {
    id: credentialId,
    publicKey: cose,
    /** Makes the credential. */
    create(challenge: string, ceremony: Ceremony = {}, attestation = noAttestation) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = authData({ counter: 0, ...ceremony }, Buffer.concat([Buffer.alloc(16), length, credentialId, cose]));
      const client = clientData(challenge, ceremony.type ?? "webauthn.create", ceremony);
      const response = { clientDataJSON: client.toString("base64url"), attestationObject: attestation(data).toString("base64url") };
      return { ...common, response: { ...response, transports: ["internal"] } };
    },
    /** Signs a challenge with it. */
    present(challenge: string, ceremony: Ceremony = {}) {
      const data = authData(ceremony, Buffer.alloc(0));
      const client = clientData(challenge, ceremony.type ?? "webauthn.get", ceremony);
      const signed = sign("sha256", Buffer.concat([data, createHash("sha256").update(client).digest()]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signed.toString("base64url"),
          userHandle: ceremony.userHandle === undefined ? userHandle(adminId) : ceremony.userHandle,
        },
      };
    },
  };
}

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58 + 1, value.length >> 8, value.length & 255]), value]);

/** `{ fmt: "none", attStmt: {}, authData }` in CBOR. */
function noAttestation(data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    bytes(data),
  ]);
}

/** An attestation that names a certificate, which nobody has asked for. */
export function certifiedAttestation(data: Buffer): Buffer {
  const statement = Buffer.concat([
    ...[Buffer.from([0xa3]), text("alg"), Buffer.from([0x26]), text("sig"), bytes(randomBytes(64))],
    ...[text("x5c"), Buffer.from([0x81]), bytes(randomBytes(300))],
  ]);
  return Buffer.concat([Buffer.from([0xa3]), text("fmt"), text("packed"), text("attStmt"), statement, text("authData"), bytes(data)]);
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;

/** Adds a passkey to an account, without a request. */
export async function addPasskey(
  { deps: { sql, ids, clock } }: KeyServer,
  adminId: string,
): Promise<SoftAuthenticator & { passkeyId: string }> {
  const key = softAuthenticator(adminId);
  const passkeyId = ids.next();
  await sql`
    insert into passkeys (id, admin_id, credential_id, public_key, counter, transports, name, created_at)
    values (${passkeyId}, ${adminId}, ${key.id}, ${key.publicKey}, 0, ${["internal"]}::text[], 'Key', ${clock.now()})`;
  return { ...key, passkeyId };
}

/** A challenge, without a request. */
export function challengeFor({ deps }: KeyServer, purpose: ChallengePurpose, adminId: string | null): Promise<IssuedChallenge> {
  return issueChallenge(deps.sql, { now: deps.clock.now(), ids: deps.ids }, purpose, adminId);
}
