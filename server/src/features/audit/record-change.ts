import type { Actor } from "../../lib/admin/identity.ts";
import type { Saving } from "../../lib/published/saving.ts";
import type { Sql } from "../../ports/database.ts";
import type { Change } from "./change.ts";

/** The thing that was changed. The label is its name at that time, for people. */
export interface AuditTarget {
  type: string;
  id: string;
  label?: string | null;
}

export interface RecordedChange {
  actor: Actor;
  /** The site that it belongs to. Null: an account, or the server. */
  siteId: string | null;
  /** The id of the operation, or the name of the command or job. */
  action: string;
  target: AuditTarget;
  changes?: readonly Change[];
}

/** Adds a row to the audit log, in the transaction of the change. */
export async function recordChange(tx: Sql, { now, ids }: Saving, change: RecordedChange): Promise<void> {
  const { actor, siteId, action, target, changes = [] } = change;
  const { type, id, label = null } = target;
  const adminId = actor.adminId ?? null;
  const tokenName = actor.kind === "TOKEN" ? actor.tokenName : null;
  const json = JSON.stringify(changes);
  await (siteId === null
    ? tx`
        insert into account_audit_entries (
          id, at, actor_kind, admin_id, token_name, action, target_type, target_id, target_label, changes
        )
        values (
          ${ids.next()}, ${now}, ${actor.kind}, ${adminId}, ${tokenName}, ${action}, ${type}, ${id}, ${label}, ${json}::json
        )`
    : tx`
        insert into audit_entries (
          site_id, id, at, actor_kind, admin_id, token_name, action, target_type, target_id, target_label, changes
        )
        values (
          ${siteId}, ${ids.next()}, ${now}, ${actor.kind}, ${adminId}, ${tokenName}, ${action}, ${type}, ${id}, ${label}, ${json}::json
        )`);
}
