import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "./secret.ts";

/** The use of a code: a hash is valid for one place of one purpose only. */
export interface CodeUse {
  /** Of the key, as `vitrine/signup-code`. */
  purpose: string;
  /** Everything that the code is good for. */
  place: string;
}

/** All codes of so many digits equally likely, from the system's random source. */
export function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, "0");
}

/** The stored form of a code. An attacker could reverse a plain hash of a few digits in a moment; this one needs SECRET_KEY. */
export function hashCode(secrets: KeyRing, { purpose, place }: CodeUse, code: string): Uint8Array {
  const [{ bytes }] = secrets.derive(purpose);
  return hmac(bytes, place, code);
}

/** Whether the code matches the hash, under any key of the ring. In constant time. */
export function isCode(secrets: KeyRing, { purpose, place }: CodeUse, storedHash: Uint8Array | null, code: string): boolean {
  const expectedHash = storedHash ?? new Uint8Array(32);
  const matches = secrets.derive(purpose).map(({ bytes }) => timingSafeEqual(expectedHash, hmac(bytes, place, code)));
  return storedHash !== null && matches.includes(true);
}

function hmac(key: Uint8Array, place: string, code: string): Buffer {
  return createHmac("sha256", key).update(`${place} ${code}`).digest();
}
