import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { invalidMember } from "../../lib/http/problem.ts";
import type { KeyRing } from "../../lib/secrets/secret.ts";

/** The account that wants the address, and the address: a code is good for both together only. */
interface CodePlace {
  adminId: string;
  email: string;
}

const digits = 8;
const purpose = "vitrine/admin-email-code";

/** All codes equally likely. Of eight digits: three mails an hour with five tries each find none in a lifetime. */
export function newEmailCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, "0");
}

/** The stored form of a code: a plain hash of eight digits would be reversed in a moment, this one needs SECRET_KEY. */
export function hashEmailCode(secrets: KeyRing, place: CodePlace, code: string): Uint8Array {
  const [{ bytes }] = secrets.derive(purpose);
  return hmac(bytes, place, code);
}

/** Whether the code has the hash, under any key of the ring. In constant time. */
export function isEmailCode(secrets: KeyRing, place: CodePlace, stored: Uint8Array, code: string): boolean {
  const matches = secrets.derive(purpose).map(({ bytes }) => timingSafeEqual(stored, hmac(bytes, place, code)));
  return matches.includes(true);
}

/** The digits of a typed code, with blanks or hyphens between them or without. Throws `validation_failed`, which costs no try. */
export function givenEmailCode(text: string): string {
  const typed = text.replace(/[\s-]/g, "");
  if (/^\d{8}$/.test(typed)) return typed;
  throw invalidMember("/code", "format", `must be ${digits} digits`);
}

function hmac(key: Uint8Array, { adminId, email }: CodePlace, code: string): Buffer {
  return createHmac("sha256", key).update(`${adminId} ${email} ${code}`).digest();
}
