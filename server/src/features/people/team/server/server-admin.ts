import { Type, type Static } from "typebox";
import { roles, type Role } from "../../../../lib/admin/roles.ts";
import { Instant, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import { problem } from "../../../../lib/http/problem.ts";
import { piece, statement } from "../../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../../ports/database.ts";

export const adminNotFound = problem("admin_not_found", 404, "Account not found");

/** An account as operators see it. */
export const ServerAdmin = Type.Object(
  {
    id: Uuid,
    email: Type.String({ examples: ["ada@example.com"] }),
    name: Type.String({ examples: ["Ada Lovelace"] }),
    locale: Type.String({ examples: ["en"] }),
    isOperator: Type.Boolean(),
    isDisabled: Type.Boolean({ description: "Nobody can sign in with it, and its tokens open nothing." }),
    hasPassword: Type.Boolean({ description: "False until a first one is chosen." }),
    hasSecondFactor: Type.Boolean(),
    sites: Type.Array(Type.Object({ slug: Type.String(), role: Type.Enum([...roles]) }, { additionalProperties: false }), {
      description: "By slug, the first 100.",
    }),
    createdAt: Instant,
    lastSeenAt: Nullable(Type.String({ ...Instant, description: "The latest use of a session that still exists." })),
  },
  { $id: "ServerAdmin", additionalProperties: false },
);
export type ServerAdmin = Static<typeof ServerAdmin>;

interface Row extends Omit<ServerAdmin, "sites" | "createdAt" | "lastSeenAt"> {
  sites: string | null;
  createdAt: Date;
  lastSeenAt: Date | null;
}

export interface ServerAdminFilters {
  /** A part of the name or of the address. */
  q: string | undefined;
  isOperator: boolean | undefined;
  isDisabled: boolean | undefined;
}

/** A page of the admins of the server by address, and how many all pages have. */
export async function readServerAdmins(
  sql: Sql,
  { q, isOperator, isDisabled }: ServerAdminFilters,
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<{ admins: ServerAdmin[]; total: number }> {
  const named =
    q === undefined ? piece`` : piece`and (position(lower(${q}) in lower(admins.name)) > 0 or position(lower(${q}) in admins.email) > 0)`;
  const operators = isOperator === undefined ? piece`` : piece`and admins.is_operator = ${isOperator}`;
  const disabled = isDisabled === undefined ? piece`` : piece`and (admins.disabled_at is not null) = ${isDisabled}`;
  const chosen = piece`admins where true ${named} ${operators} ${disabled}`;
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from ${chosen}`);
  const rows = await sql<Row>(...statement`select ${columns} from ${chosen} order by admins.email limit ${pageSize} offset ${offset}`);
  return { admins: rows.map(serverAdminOf), total: counted?.total ?? 0 };
}

export async function readServerAdmin(sql: Sql, id: string): Promise<ServerAdmin | undefined> {
  const [row] = await sql<Row>(...statement`select ${columns} from admins where admins.id = ${id}`);
  return row && serverAdminOf(row);
}

const columns = piece`
      admins.id,
      admins.email,
      admins.name,
      admins.locale,
      admins.is_operator as "isOperator",
      admins.disabled_at is not null as "isDisabled",
      admins.password_hash is not null as "hasPassword",
      admins.totp_confirmed_at is not null or exists (select from passkeys where passkeys.admin_id = admins.id) as "hasSecondFactor",
      (
        select json_agg(json_build_object('slug', place.slug, 'role', place.role) order by place.slug)
        from (
          select sites.slug, members.role
          from members
          join sites on sites.id = members.site_id
          where members.admin_id = admins.id and sites.deleted_at is null
          order by sites.slug
          limit 100
        ) as place
      )::text as sites,
      admins.created_at as "createdAt",
      (select max(admin_sessions.last_seen_at) from admin_sessions where admin_sessions.admin_id = admins.id) as "lastSeenAt"`;

function serverAdminOf({ sites, createdAt, lastSeenAt, ...row }: Row): ServerAdmin {
  return {
    ...row,
    sites: sites === null ? [] : (JSON.parse(sites) as { slug: string; role: Role }[]),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
