import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";
import { recordChange, type RecordedChange } from "../../audit/index.ts";
import { endSessions } from "../sessions.ts";

/** The parts of an account that those who run the server decide, as they are. */
export interface LockedAdmin {
  id: string;
  isOperator: boolean;
  isDisabled: boolean;
}

/**
 * Lets an account, which the transaction holds, run the server or not, and keeps it out or lets it in: without any session then, and without the links
 * that it was sent. Resolves with the number of sessions that this ended.
 */
export async function changeAdmin(
  tx: Sql,
  ctx: WriteContext,
  by: Pick<RecordedChange, "actor" | "action">,
  before: LockedAdmin,
  {
    isOperator = before.isOperator,
    isDisabled = before.isDisabled,
  }: { isOperator?: boolean | undefined; isDisabled?: boolean | undefined },
): Promise<number> {
  const changes = [
    ...(isOperator === before.isOperator ? [] : [{ member: "isOperator", from: before.isOperator, to: isOperator }]),
    ...(isDisabled === before.isDisabled ? [] : [{ member: "isDisabled", from: before.isDisabled, to: isDisabled }]),
  ];
  if (changes.length === 0) return 0;
  const { id } = before;
  await tx`
    update admins set
      is_operator = ${isOperator},
      disabled_at = case when ${isDisabled} then coalesce(disabled_at, ${ctx.now}) end,
      revision = revision + 1,
      updated_at = ${ctx.now}
    where id = ${id}`;
  await recordChange(tx, ctx, { ...by, siteId: null, target: { type: "admin", id }, changes });
  if (!isDisabled || before.isDisabled) return 0;
  await tx`delete from admin_links where admin_id = ${id} and used_at is null`;
  return endSessions(tx, id, "DISABLED", ctx.now);
}
