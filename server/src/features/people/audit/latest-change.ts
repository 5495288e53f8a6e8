import { nullablePerson } from "../../../lib/admin/person.ts";
import type { ProblemError } from "../../../lib/http/problem.ts";
import { revisionConflict } from "../../../lib/http/revision.ts";
import type { Sql } from "../../../ports/database.ts";
import type { AuditTarget } from "./record-change.ts";

/** The latest change of something, or of one of its members, by the audit log. */
export interface LatestChange {
  /** Null: by no person, or by one whose account is gone. */
  changedBy: { id: string; name: string } | null;
  changedAt: string | null;
}

export async function latestChange(
  sql: Sql,
  siteId: string,
  { type, id }: AuditTarget,
  member: string | null = null,
): Promise<LatestChange> {
  const [row] = await sql<{ at: Date; adminId: string | null; name: string | null }>`
    select audit_entries.at, admins.id as "adminId", admins.name
    from audit_entries
    left join admins on admins.id = audit_entries.admin_id
    where audit_entries.site_id = ${siteId} and audit_entries.target_type = ${type} and audit_entries.target_id = ${id}
      and (
        ${member}::text is null
        or exists (
          select from json_array_elements(audit_entries.changes) as change
          where change ->> 'member' = ${member} or starts_with(change ->> 'member', ${member} || '.')
        )
      )
    order by audit_entries.at desc, audit_entries.id desc
    limit 1`;
  return { changedBy: nullablePerson(row?.adminId, row?.name), changedAt: row?.at.toISOString() ?? null };
}

/** The refusal of a change that was made to an older revision, for throwing. */
export async function conflictAbout(sql: Sql, siteId: string, target: AuditTarget, revision: number): Promise<ProblemError> {
  return revisionConflict({ revision, ...(await latestChange(sql, siteId, target)) });
}
