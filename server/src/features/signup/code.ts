import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { invalidMember } from "../../lib/http/problem.ts";
import type { KeyRing } from "../../lib/secrets/secret.ts";
import { codeLength } from "./challenge.ts";

/** The code's challenge and generation: a hash is valid for one code of one generation only. */
export interface CodePlace {
  id: string;
  generation: number;
}

const purpose = "vitrine/signup-code";

/** All codes equally likely, from the system's random source. */
export function newCode(): string {
  return String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
}

/** The stored form of a code. An attacker could reverse a plain hash of six digits in a moment; this one needs SECRET_KEY. */
export function hashCode(secrets: KeyRing, place: CodePlace, code: string): Uint8Array {
  const [{ bytes }] = secrets.derive(purpose);
  return hmac(bytes, place, code);
}

/** Whether the code matches the hash, under any key of the ring. In constant time. */
export function isCode(secrets: KeyRing, place: CodePlace, storedHash: Uint8Array | null, code: string): boolean {
  const stored = storedHash ?? new Uint8Array(32);
  const matches = secrets.derive(purpose).map(({ bytes }) => timingSafeEqual(stored, hmac(bytes, place, code)));
  return storedHash !== null && matches.includes(true);
}

/** The digits of a typed code, which may contain blanks and a hyphen between them; or `validation_failed`, which costs no attempt. */
export function givenCode(text: string): string {
  const digits = text.replace(/\s/g, "").replace(/^(\d+)-(\d+)$/, "$1$2");
  if (/^\d{6}$/.test(digits)) return digits;
  throw invalidMember("/code", "format", `must be ${codeLength} digits`);
}

function hmac(key: Uint8Array, { id, generation }: CodePlace, code: string): Buffer {
  return createHmac("sha256", key).update(`${id} ${generation} ${code}`).digest();
}
