import { Type, type Static } from "typebox";
import { restorableUntil } from "../../../lib/admin/deleted-site.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";

export const siteStates = ["ACTIVE", "SUSPENDED", "DELETED"] as const;
type SiteState = (typeof siteStates)[number];

/** A site as operators of the server see it. */
export const ServerSite = Type.Object(
  {
    id: Uuid,
    slug: Type.String({ examples: ["acme"] }),
    name: Type.String(),
    state: Type.Enum([...siteStates]),
    owners: Type.Array(Type.Object({ id: Uuid, name: Type.String(), email: Type.String() }, { additionalProperties: false }), {
      description: "By address, the first 10.",
    }),
    members: Type.Integer({ description: "How many there are, owners among them." }),
    fileBytes: Type.Integer({ minimum: 0, description: "The size of its media library's files, as its quota counts them." }),
    mediaQuotaMb: Nullable(
      Type.Integer({ description: "The quota that an operator set for the site's files, in MB. Null: the server's own applies." }),
    ),
    dataBytes: Type.Integer({ minimum: 0, description: "The size of its data in the database, as measured last." }),
    dataQuotaMb: Nullable(
      Type.Integer({ description: "The quota that an operator set for the site's data, in MB. Null: the server's own applies." }),
    ),
    suspendedAt: Nullable(Instant),
    deletedAt: Nullable(Instant),
    restorableUntil: Nullable(Type.String({ ...Instant, description: "A deleted site can be restored until then." })),
    createdAt: Instant,
  },
  { $id: "ServerSite", additionalProperties: false },
);
export type ServerSite = Static<typeof ServerSite>;

interface Row {
  id: string;
  slug: string;
  name: string;
  owners: string | null;
  members: number;
  mediaQuotaMb: number | null;
  dataQuotaMb: number | null;
  suspendedAt: Date | null;
  deletedAt: Date | null;
  createdAt: Date;
}

/** A page of the sites of the server by slug, and how many all pages have. `q`: a part of the slug or the name. */
export async function readServerSites(
  sql: Sql,
  { q, state }: { q: string | undefined; state: SiteState | undefined },
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<{ sites: ServerSite[]; total: number }> {
  const named =
    q === undefined ? piece`` : piece`and (position(lower(${q}) in sites.slug) > 0 or position(lower(${q}) in lower(sites.name)) > 0)`;
  const inState = {
    ACTIVE: piece`and sites.deleted_at is null and sites.suspended_at is null`,
    SUSPENDED: piece`and sites.deleted_at is null and sites.suspended_at is not null`,
    DELETED: piece`and sites.deleted_at is not null`,
  };
  const chosen = piece`sites where true ${named} ${state === undefined ? piece`` : inState[state]}`;
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from ${chosen}`);
  const rows = await sql<Row>(...statement`select ${columns} from ${chosen} order by sites.slug limit ${pageSize} offset ${offset}`);
  const sizes = await readSizes(
    sql,
    rows.map(({ id }) => id),
  );
  return { sites: rows.map((row) => serverSiteOf(row, sizes.get(row.id))), total: counted?.total ?? 0 };
}

export async function readServerSite(sql: Sql, id: string): Promise<ServerSite | undefined> {
  const [row] = await sql<Row>(...statement`select ${columns} from sites where sites.id = ${id}`);
  return row && serverSiteOf(row, (await readSizes(sql, [id])).get(id));
}

type Sizes = Pick<ServerSite, "fileBytes" | "dataBytes">;

/** Reads how much sites store, in a statement of its own: Citus does not join a distributed table with a query on tables that all sites share. */
async function readSizes(sql: Sql, siteIds: readonly string[]): Promise<Map<string, Sizes>> {
  const rows = await sql<Sizes & { id: string }>`
    select
      site_versions.site_id as id, coalesce(asset_totals.bytes, 0)::float8 as "fileBytes", coalesce(site_usage.bytes, 0)::float8 as "dataBytes"
    from site_versions
    left join asset_totals on asset_totals.site_id = site_versions.site_id
    left join site_usage on site_usage.site_id = site_versions.site_id
    where site_versions.site_id = any (${siteIds}::uuid[])`;
  return new Map(rows.map(({ id, ...sizes }) => [id, sizes]));
}

const columns = piece`
      sites.id,
      sites.slug,
      sites.name,
      (
        select json_agg(json_build_object('id', owner.id, 'name', owner.name, 'email', owner.email) order by owner.email)
        from (
          select admins.id, admins.name, admins.email
          from members
          join admins on admins.id = members.admin_id
          where members.site_id = sites.id and members.role = 'OWNER'
          order by admins.email
          limit 10
        ) as owner
      )::text as owners,
      (select count(*)::int from members where members.site_id = sites.id) as members,
      sites.media_quota_mb as "mediaQuotaMb",
      sites.data_quota_mb as "dataQuotaMb",
      sites.suspended_at as "suspendedAt",
      sites.deleted_at as "deletedAt",
      sites.created_at as "createdAt"`;

function serverSiteOf(
  { owners, suspendedAt, deletedAt, createdAt, ...row }: Row,
  sizes: Sizes = { fileBytes: 0, dataBytes: 0 },
): ServerSite {
  return {
    ...row,
    ...sizes,
    state: deletedAt ? "DELETED" : suspendedAt ? "SUSPENDED" : "ACTIVE",
    owners: owners === null ? [] : (JSON.parse(owners) as ServerSite["owners"]),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    restorableUntil: deletedAt && restorableUntil(deletedAt).toISOString(),
    createdAt: createdAt.toISOString(),
  };
}
