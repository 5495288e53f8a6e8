import { Type, type Static } from "typebox";
import type { Membership } from "../../../lib/admin/identity.ts";
import type { Permission } from "../../../lib/admin/roles.ts";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Instant, Uuid } from "../../../lib/http/envelope.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";

export const viewsBase = `${siteBase}/views`;
export const viewBase = `${viewsBase}/{id}`;
export const ViewParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The ID of the saved view." }) });

export const viewNotFound = problem("view_not_found", 404, "Saved view not found");

/** Of one person at a site, and of everybody at it together. */
export const mostViews = 50;

/** What shows each list, and so may read and save its views. */
const permissionOfList = {
  pages: "content:read",
  entries: "content:read",
  products: "catalog:read",
  orders: "orders:read",
  customers: "customers:read",
} as const satisfies Readonly<Record<string, Permission>>;

export const permissionFor = (list: string): Permission => permissionOfList[list.split("/")[0] as keyof typeof permissionOfList];

export const listParameter = Type.String({
  maxLength: 210,
  pattern: "^(?:pages|products|orders|customers|entries(?:/[^/?#]{1,200})?)$",
  description: "The list: `pages`, `products`, `orders`, `customers`, or `entries/` with the slug of a content type.",
  examples: ["orders"],
});

export const viewMembers = {
  name: Type.String({ minLength: 1, maxLength: 60, pattern: "\\S", description: "What people call it.", examples: ["Large and unpaid"] }),
  query: Type.String({
    maxLength: 2_000,
    description: "The query string of the list's address in the studio, without the question mark. The server stores it as text.",
    examples: ["sort=total:desc&view=unpaid"],
  }),
};

/** A view of a list that somebody saved. */
export const SavedView = Type.Object(
  {
    id: Uuid,
    list: listParameter,
    ...viewMembers,
    scope: Type.Enum(["PERSONAL", "SITE"], { description: "`PERSONAL`: only you see it. `SITE`: everybody who sees the list." }),
    revision: Type.Integer(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "SavedView", additionalProperties: false },
);
export type SavedView = Static<typeof SavedView>;

/** Who asks, at which site. */
export interface ViewReader {
  site: { id: string };
  admin: { id: string };
  member: Pick<Membership, "permissions">;
}

/** The views that somebody sees: their own and the site's, of the lists that they may read, by name. `list`, `id`: only these. */
export async function readViews(
  sql: Sql,
  { site, admin, member }: ViewReader,
  { list = null, id = null, isLocked = false }: { list?: string | null; id?: string | null; isLocked?: boolean } = {},
): Promise<SavedView[]> {
  const rows = await sql<{ isOwn: boolean; createdAt: Date; updatedAt: Date } & Omit<SavedView, "scope" | "createdAt" | "updatedAt">>(
    ...statement`
    select
      id, list, name, query, admin_id is not null as "isOwn", revision, created_at as "createdAt", updated_at as "updatedAt"
    from saved_views
    where site_id = ${site.id} and (admin_id is null or admin_id = ${admin.id})
      and list = coalesce(${list}::text, list) and id = coalesce(${id}::uuid, id)
    order by admin_id nulls last, lower(name), name, id
    ${isLocked ? piece`for no key update` : piece``}`,
  );
  return rows
    .filter((view) => member.permissions.has(permissionFor(view.list)))
    .map(({ isOwn, createdAt, updatedAt, ...view }) => ({
      ...view,
      scope: isOwn ? "PERSONAL" : "SITE",
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }));
}

/** A view that nobody else changes until the transaction ends. Throws `view_not_found`, also for one of another person. */
export async function lockView(tx: Sql, reader: ViewReader, id: string): Promise<SavedView> {
  const viewId = id.toLowerCase();
  if (!isUuid(viewId)) throw new ProblemError(viewNotFound);
  const [view] = await readViews(tx, reader, { id: viewId, isLocked: true });
  if (!view) throw new ProblemError(viewNotFound);
  return view;
}

/** For the audit log: the view by its name, unless it is personal. */
export const targetOfView = ({ id, name, scope }: SavedView) => ({ type: "view", id, ...(scope === "SITE" && { label: name }) });

/** Of a personal view, and of every search, the log says only that they changed. */
export const hiddenMembers = ({ scope }: Pick<SavedView, "scope">) => (scope === "SITE" ? ["query"] : ["query", "name"]);
