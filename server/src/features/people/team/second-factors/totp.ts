import { Secret, TOTP } from "otpauth";
import type { KeyRing } from "../../../../lib/secrets/secret.ts";

/** RFC 6238 with what every authenticator app assumes: SHA-1, six digits, 30 seconds. */
const form = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const secretBytes = 20;
/** For clocks that differ, and people who type slowly. */
const driftSteps = 1;

/** A new secret in base32, as apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an app reads from the QR code. */
export function totpUri(secret: string, { service, email }: { service: string; email: string }): string {
  return new TOTP({ ...form, issuer: service, label: email, secret }).toString();
}

/** The step of 30 seconds whose code it is, now or just before or after. Undefined: the code is wrong. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ ...form, secret });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: driftSteps });
  return delta === null ? undefined : totp.counter({ timestamp: now.getTime() }) + delta;
}

export function sealTotpSecret(secrets: KeyRing, adminId: string, secret: string): Uint8Array {
  return secrets.seal(secret, sealContext(adminId));
}

export function openTotpSecret(secrets: KeyRing, adminId: string, sealed: Uint8Array): string {
  return secrets.open(sealed, sealContext(adminId));
}

/** Binds a ciphertext to its account: in another row it does not open. */
function sealContext(adminId: string): string {
  return `admins/${adminId}/totp`;
}
