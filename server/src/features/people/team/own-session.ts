import { Type, type Static } from "typebox";
import { Instant, Uuid } from "../../../lib/http/envelope.ts";
import type { AdminIdentity } from "../../../lib/admin/identity.ts";
import { permissions as allPermissions, roles } from "../../../lib/admin/roles.ts";
import type { Sql } from "../../../ports/database.ts";
import { readOwnPlaces } from "./own-places.ts";

const SecondFactor = Type.Enum(["TOTP", "PASSKEY"]);

export const AdminName = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["Ada Lovelace"] });
/** The languages that mails to admins exist in. */
export const AdminLocale = Type.Enum(["en", "de", "pt-BR"]);

/** An account as its owner sees it. */
export const OwnAdmin = Type.Object(
  {
    id: Uuid,
    email: Type.String({ examples: ["ada@example.com"] }),
    name: Type.String({ examples: ["Ada Lovelace"] }),
    locale: Type.String({ examples: ["en"] }),
    isOperator: Type.Boolean({ description: "Runs the server, and may enter its sites." }),
    secondFactors: Type.Array(SecondFactor),
    createdAt: Instant,
  },
  { $id: "OwnAdmin", additionalProperties: false },
);
export type OwnAdmin = Static<typeof OwnAdmin>;

export const OwnSession = Type.Object(
  {
    admin: OwnAdmin,
    sites: Type.Array(
      Type.Object(
        {
          slug: Type.String(),
          name: Type.String(),
          role: Type.Enum([...roles]),
          permissions: Type.Array(Type.Enum([...allPermissions]), {
            description: "The role's permissions, limited to those that the credential allows.",
          }),
        },
        { additionalProperties: false },
      ),
      { description: "Those of which the person is a member, and those that an operator has entered." },
    ),
  },
  { $id: "OwnSession", additionalProperties: false },
);

/** The account and the sites of a person, as their credential opens them. Undefined: the account is gone. */
export async function readOwnSession(
  sql: Sql,
  { id, credential }: Pick<AdminIdentity, "id" | "credential">,
  now: Date,
): Promise<Static<typeof OwnSession> | undefined> {
  const admin = await readOwnAdmin(sql, id);
  if (!admin) return undefined;
  const places = (await readOwnPlaces(sql, { id, credential }, now)).filter(({ deletedAt }) => deletedAt === null);
  const sites = places.map(({ slug, name, role, permissions }) => ({ slug, name, role, permissions }));
  return { admin, sites };
}

export async function readOwnAdmin(sql: Sql, id: string): Promise<OwnAdmin | undefined> {
  const [row] = await sql<Omit<OwnAdmin, "secondFactors" | "createdAt"> & { hasTotp: boolean; hasPasskey: boolean; createdAt: Date }>`
    select
      admins.id,
      admins.email,
      admins.name,
      admins.locale,
      admins.is_operator as "isOperator",
      admins.totp_confirmed_at is not null as "hasTotp",
      exists (select from passkeys where passkeys.admin_id = admins.id) as "hasPasskey",
      admins.created_at as "createdAt"
    from admins
    where admins.id = ${id}`;
  if (!row) return undefined;
  const { hasTotp, hasPasskey, createdAt, ...admin } = row;
  const secondFactors = [...(hasTotp ? (["TOTP"] as const) : []), ...(hasPasskey ? (["PASSKEY"] as const) : [])];
  return { ...admin, secondFactors, createdAt: createdAt.toISOString() };
}
