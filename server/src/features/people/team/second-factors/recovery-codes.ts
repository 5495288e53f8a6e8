import { randomInt } from "node:crypto";
import { Type } from "typebox";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { sha256 } from "../../../../lib/secrets/secret.ts";
import type { Sql } from "../../../../ports/database.ts";

/** Crockford's base32: no letter looks like another character. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits: too many to guess, also for somebody who has the hashes. */
const recoveryCodeLength = 16;
const codesAtOnce = 10;

export const RecoveryCodes = Type.Object(
  { recoveryCodes: Type.Array(Type.String({ examples: ["k7qz-m2p9-x4ht-w8rc"] }), { description: "Shown this once. Each is good once." }) },
  { additionalProperties: false },
);

/** Gives the account ten new codes in place of all earlier ones. Resolves with them, as a person writes them down. */
export async function replaceRecoveryCodes(tx: Sql, { now, ids }: WriteContext, adminId: string): Promise<string[]> {
  await removeRecoveryCodes(tx, adminId);
  const codes = Array.from({ length: codesAtOnce }, newRecoveryCode);
  for (const code of codes) {
    await tx`
      insert into recovery_codes (id, admin_id, code_hash, created_at)
      values (${ids.next()}, ${adminId}, ${sha256(code)}, ${now})`;
  }
  return codes.map((code) => code.replace(/(.{4})(?!$)/g, "$1-"));
}

export async function removeRecoveryCodes(tx: Sql, adminId: string): Promise<void> {
  await tx`delete from recovery_codes where admin_id = ${adminId}`;
}

/** Uses a code, in the form of `givenCode`. Resolves with how many are left; undefined: it is wrong, or was used. */
export async function useRecoveryCode(tx: Sql, adminId: string, code: string, now: Date): Promise<number | undefined> {
  const used = await tx<{ id: string }>`
    update recovery_codes set used_at = ${now} where admin_id = ${adminId} and code_hash = ${sha256(code)} and used_at is null
    returning id`;
  if (used.length === 0) return undefined;
  const [left] = await tx<{ count: number }>`
    select count(*)::int as count from recovery_codes where admin_id = ${adminId} and used_at is null`;
  return left?.count ?? 0;
}

/** The stored form of a typed code, or undefined for a text of another form. */
export function normalRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/o/g, "0").replace(/[il]/g, "1");
  return code.length === recoveryCodeLength && Array.from(code).every((letter) => alphabet.includes(letter)) ? code : undefined;
}

function newRecoveryCode(): string {
  return Array.from({ length: recoveryCodeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}
