import type { Actor } from "../../../lib/admin/identity.ts";
import { recordChangedEvents, recordEvent } from "../../../lib/events/site-events.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Change } from "./change.ts";

/** The thing that was changed. The label is its name at that time, for people. */
export interface AuditTarget {
  type: string;
  id: string;
  label?: string | null;
  /** Of the translation, if the change concerns one locale of a document. */
  locale?: string;
  /** That it has after the change. */
  revision?: number;
}

export interface RecordedChange {
  actor: Actor;
  /** The site that it belongs to. Null: an account, or the server. */
  siteId: string | null;
  /** The id of the operation, or the name of the command or job. */
  action: string;
  target: AuditTarget;
  changes?: readonly Change[];
  /** The thing is gone after the change. */
  removes?: true;
}

/** Adds a row to the audit log, in the transaction of the change, and an event to the stream of the site. */
export async function recordChange(tx: Sql, { now, ids }: WriteContext, change: RecordedChange): Promise<void> {
  const { actor, siteId, action, target, changes = [], removes } = change;
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
  if (siteId === null) return;
  const { locale = null, revision = null } = target;
  const kind = removes ? "removed" : "changed";
  await recordEvent(tx, { now, ids }, { siteId, kind, type, targetId: id, locale, revision, adminId, expiresAt: null });
}

/** The same of many changes of one site by one operation. */
export async function recordChanges(
  tx: Sql,
  ctx: WriteContext,
  { actor, siteId, action }: Pick<RecordedChange, "actor" | "action"> & { siteId: string },
  changes: readonly Pick<RecordedChange, "target" | "changes">[],
): Promise<void> {
  const { now, ids } = ctx;
  const adminId = actor.adminId ?? null;
  const rows = changes.map(({ target: { type, id, label = null }, changes: memberChanges = [] }) => {
    return { id: ids.next(), type, target_id: id, label, changes: JSON.stringify(memberChanges) };
  });
  await tx`
    insert into audit_entries (
      site_id, id, at, actor_kind, admin_id, token_name, action, target_type, target_id, target_label, changes
    )
    select
      ${siteId}::uuid, id, ${now}::timestamptz, ${actor.kind}, ${adminId}::uuid, ${actor.kind === "TOKEN" ? actor.tokenName : null}::text,
      ${action}, type, target_id, label, changes::json
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, type text, target_id text, label text, changes text)`;
  const events = changes.map(({ target: { type, id, locale = null, revision = null } }) => ({ type, targetId: id, locale, revision }));
  await recordChangedEvents(tx, ctx, { siteId, adminId }, events);
}
