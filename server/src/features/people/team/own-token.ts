import { Type, type Static } from "typebox";
import { roles, type Role } from "../../../lib/admin/roles.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";

export const TokenName = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["Deployment"] });

const members = {
  id: Uuid,
  name: TokenName,
  role: Type.Enum([...roles], { description: "Caps the role of its owner in each site." }),
  site: Nullable(
    Type.String({ description: "The slug of the only site that it opens; null: every site of its owner.", examples: ["acme"] }),
  ),
  lastFour: Type.String({ description: "The last characters of the token.", examples: ["x7Qa"] }),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Nullable(Type.String({ ...Instant, description: "To the minute." })),
};

/** A personal access token as its owner sees it. */
export const OwnToken = Type.Object(members, { $id: "OwnToken", additionalProperties: false });
export type OwnToken = Static<typeof OwnToken>;

/** The same when it is made: the only time that the token itself is shown. */
export const NewToken = Type.Object(
  { ...members, token: Type.String({ description: "Shown this once.", examples: ["vt_…"] }) },
  { $id: "NewToken", additionalProperties: false },
);

/** The columns of a token that its owner sees. */
export interface TokenRow {
  id: string;
  name: string;
  role: string;
  site: string | null;
  lastFour: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

export function ownTokenOf({ role, createdAt, expiresAt, lastUsedAt, ...row }: TokenRow): OwnToken {
  return {
    ...row,
    role: role as Role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
