import { eraseFromEvents } from "../../../lib/events/site-events.ts";
import { noUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { AuditTarget } from "./record-change.ts";

/** Types of targets whose label or values may name the person. */
const ofPeople = ["admin", "member", "invitation", "session", "token"];

/**
 * Takes a person who ran sites out of the audit log: the entries stay, without the person, their tokens' names, and any name or address of theirs.
 * Resolves with how many entries it changed.
 */
export async function eraseActor(tx: Sql, { adminId, email }: { adminId: string; email: string }): Promise<number> {
  const rows = await tx<{ siteId: string }>`
    select distinct due.site_id as "siteId"
    from (
      select old.site_id
      from sites
      join audit_entries as old on old.site_id = sites.id
      where old.admin_id = ${adminId}
        or (old.target_type = any (${ofPeople}::text[]) and (old.target_id = ${adminId} or old.target_label = ${email}))
    ) as due`;
  let changed = 0;
  for (const { siteId } of rows) {
    const ownEntries = await tx<{ id: string }>`
      update audit_entries set admin_id = null, token_name = null
      where site_id = ${siteId} and admin_id = ${adminId}
      returning id`;
    const about = await tx<{ id: string }>`
      update audit_entries set
        target_id = case when target_id = ${adminId} then ${noUuid} else target_id end, target_label = null, changes = '[]'
      where site_id = ${siteId} and target_type = any (${ofPeople}::text[]) and (target_id = ${adminId} or target_label = ${email})
      returning id`;
    changed += ownEntries.length + about.length;
  }
  await eraseFromEvents(tx, adminId);
  const gone = await tx<{ id: string }>`
    delete from account_audit_entries
    where admin_id = ${adminId} or target_id = ${adminId} or target_label = ${email}
    returning id`;
  return changed + gone.length;
}

/** Takes all that names something out of a site's audit log: the entries about it stay, without its label and values. */
export async function eraseTarget(tx: Sql, siteId: string, { type, id }: AuditTarget): Promise<void> {
  await tx`
    update audit_entries set target_label = null, changes = '[]'
    where site_id = ${siteId} and target_type = ${type} and target_id = ${id}`;
}
