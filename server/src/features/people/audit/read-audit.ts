import type { Paging } from "../../../lib/http/paging.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { auditEntryOf, type AuditEntry, type AuditRow } from "./audit-entry.ts";

export interface AuditFilters {
  /** The person who made the change. */
  actor: string | undefined;
  action: string | undefined;
  type: string | undefined;
  id: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

/** A page of a site's audit log, the latest first, and how many entries all pages have. */
export async function readAudit(
  sql: Sql,
  siteId: string,
  filters: AuditFilters,
  paging: Paging,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const chosen = piece`audit_entries where audit_entries.site_id = ${siteId} ${conditions(filters)}`;
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from ${chosen}`);
  const rows = await sql<AuditRow>(
    ...statement`
      select
        entries.id, entries.at, entries.actor_kind as kind, admins.id as "adminId", admins.name as "adminName",
        entries.token_name as "tokenName", entries.action, entries.target_type as type, entries.target_id as "targetId",
        entries.target_label as label, entries.changes
      from (
        select * from ${chosen} order by audit_entries.at desc, audit_entries.id desc ${limitTo(paging)}
      ) as entries
      left join admins on admins.id = entries.admin_id
      order by entries.at desc, entries.id desc`,
  );
  return { entries: rows.map(auditEntryOf), total: counted?.total ?? 0 };
}

function conditions({ actor, action, type, id, from, to }: AuditFilters): SqlPiece {
  const parts: SqlPiece[] = [
    ...(actor === undefined ? [] : [piece`and audit_entries.admin_id = ${actor}`]),
    ...(action === undefined ? [] : [piece`and audit_entries.action = ${action}`]),
    ...(type === undefined ? [] : [piece`and audit_entries.target_type = ${type}`]),
    ...(id === undefined ? [] : [piece`and audit_entries.target_id = ${id}`]),
    ...(from === undefined ? [] : [piece`and audit_entries.at >= ${from}`]),
    ...(to === undefined ? [] : [piece`and audit_entries.at < ${to}`]),
  ];
  return parts.reduce((all, part) => piece`${all} ${part}`, piece``);
}
