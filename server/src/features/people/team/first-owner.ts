import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { addAccount } from "./add-account.ts";
import { addFirstMember } from "./add-member.ts";

/** Has no password until one is set: the mail with its link is caught on the same machine. */
const firstOwner = { email: "owner@vitrine.example", name: "Owner" };

const by = { actor: { kind: "CLI" }, action: "serve" } as const;

/** Whether anybody has an account on this server. */
export async function hasPeople(sql: Sql): Promise<boolean> {
  return (await sql`select id from admins limit 1`).length > 0;
}

/**
 * The operator of a server that nobody has an account on yet, made if need be, who owns all sites that have no owner. Undefined: there are other
 * accounts, or this one has a password, or is disabled. For the embedded database, which one process has for itself.
 */
export async function ensureFirstOwner(tx: Sql, ctx: WriteContext): Promise<string | undefined> {
  const people = await tx<{ id: string; email: string; mayEnter: boolean }>`
    select id, email, password_hash is null and disabled_at is null as "mayEnter" from admins limit 2`;
  const [person] = people;
  if (person && (people.length > 1 || person.email !== firstOwner.email || !person.mayEnter)) return undefined;
  const adminId = person?.id ?? (await addOperator(tx, ctx));
  if (adminId === undefined) return undefined;
  const sites = await tx<{ id: string }>`select id from sites where deleted_at is null`;
  for (const { id: siteId } of sites) {
    const members = await tx`select id from members where members.site_id = ${siteId} limit 1`;
    if (members.length > 0) continue;
    await addFirstMember(tx, ctx, { siteId, adminId, role: "OWNER" });
    const changes = [{ member: "role", to: "OWNER" }];
    await recordChange(tx, ctx, { ...by, siteId, target: { type: "member", id: adminId, label: firstOwner.name }, changes });
  }
  return adminId;
}

async function addOperator(tx: Sql, ctx: WriteContext): Promise<string | undefined> {
  const adminId = await addAccount(tx, ctx, { ...firstOwner, passwordHash: null });
  if (adminId === undefined) return undefined;
  await tx`update admins set is_operator = true where id = ${adminId}`;
  const changes = [{ member: "isOperator", from: false, to: true }];
  await recordChange(tx, ctx, { ...by, siteId: null, target: { type: "admin", id: adminId }, changes });
  return adminId;
}
