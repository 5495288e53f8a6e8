import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import { problem } from "../../../../lib/http/problem.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { KnownCredential } from "./options.ts";

export const passkeyInvalid = problem("passkey_invalid", 400, "The passkey or its challenge is invalid");
export const passkeyNotFound = problem("passkey_not_found", 404, "Passkey not found");

/** Far more than a person has devices. */
export const mostPasskeys = 20;

export const PasskeyName = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["My phone"] });

export const Passkey = Type.Object(
  {
    id: Uuid,
    name: PasskeyName,
    isBackedUp: Type.Boolean({ description: "Its owner's devices share it." }),
    createdAt: Instant,
    lastUsedAt: Nullable(Instant),
  },
  { $id: "Passkey", additionalProperties: false },
);
export type Passkey = Static<typeof Passkey>;

export interface PasskeyRow {
  id: string;
  name: string;
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export function passkeyOf({ createdAt, lastUsedAt, ...row }: PasskeyRow): Passkey {
  return { ...row, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

/** The credentials of an account, as browsers are told of them. */
export async function readCredentials(sql: Sql, adminId: string): Promise<KnownCredential[]> {
  return sql<KnownCredential>`
    select credential_id as "credentialId", transports from passkeys where admin_id = ${adminId} order by id`;
}
