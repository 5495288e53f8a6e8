import { Type, type Static } from "typebox";
import type { Permission, Role } from "../../../../lib/admin/roles.ts";
import { roles } from "../../../../lib/admin/roles.ts";
import { Instant, Nullable } from "../../../../lib/http/envelope.ts";
import { problem } from "../../../../lib/http/problem.ts";
import { piece, statement } from "../../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../../ports/database.ts";

export const memberNotFound = problem("member_not_found", 404, "Member not found");

export const MemberRole = Type.Enum([...roles]);

/** A person's place in one site, as its members see it. */
export const Member = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "The id of the person, the same in each of their sites and in the audit log." }),
    name: Type.String({ examples: ["Ada Lovelace"] }),
    email: Nullable(Type.String({ description: "Null for those who may not change members." })),
    hasSecondFactor: Nullable(Type.Boolean({ description: "Null for those who may not change members." })),
    role: MemberRole,
    revision: Type.Integer(),
    createdAt: Type.String({ ...Instant, description: "Since when the person has been a member." }),
  },
  { $id: "Member", additionalProperties: false },
);
export type Member = Static<typeof Member>;

interface MemberRow {
  id: string;
  name: string;
  email: string;
  hasSecondFactor: boolean;
  role: Role;
  revision: number;
  createdAt: Date;
}

interface Reader {
  permissions: ReadonlySet<Permission>;
}

/** The conditions of a list of members. */
export interface MemberFilters {
  role: Role | undefined;
  /** A part of the name. Addresses are not searched: some readers do not see them. */
  q: string | undefined;
}

/** A page of the members of a site, by name, and how many all pages have. */
export async function readMembers(
  sql: Sql,
  siteId: string,
  reader: Reader,
  { role, q }: MemberFilters,
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<{ members: Member[]; total: number }> {
  const ofRole = role === undefined ? piece`` : piece`and members.role = ${role}`;
  const named = q === undefined ? piece`` : piece`and position(lower(${q}) in lower(admins.name)) > 0`;
  const chosen = piece`${people} where members.site_id = ${siteId} ${ofRole} ${named}`;
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from ${chosen}`);
  const rows = await sql<MemberRow>(
    ...statement`
      select ${memberColumns} from ${chosen} order by lower(admins.name), admins.id limit ${pageSize} offset ${offset}`,
  );
  return { members: rows.map((row) => memberOf(row, reader)), total: counted?.total ?? 0 };
}

/** One member of a site, by the id of the person. */
export async function readMember(sql: Sql, siteId: string, reader: Reader, id: string): Promise<Member | undefined> {
  const [row] = await sql<MemberRow>(
    ...statement`select ${memberColumns} from ${people} where members.site_id = ${siteId} and members.admin_id = ${id}`,
  );
  return row && memberOf(row, reader);
}

const people = piece`members join admins on admins.id = members.admin_id`;

const memberColumns = piece`
      admins.id,
      admins.name,
      admins.email,
      admins.totp_confirmed_at is not null or exists (select from passkeys where passkeys.admin_id = admins.id) as "hasSecondFactor",
      members.role,
      members.revision,
      members.created_at as "createdAt"`;

function memberOf({ createdAt, email, hasSecondFactor, ...row }: MemberRow, { permissions }: Reader): Member {
  const seesAll = permissions.has("members:write");
  return {
    ...row,
    email: seesAll ? email : null,
    hasSecondFactor: seesAll ? hasSecondFactor : null,
    createdAt: createdAt.toISOString(),
  };
}
