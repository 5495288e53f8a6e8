import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { Passkey, passkeyOf, type PasskeyRow } from "../passkeys/passkey.ts";

/** Lists the passkeys of the own account, the latest first. */
export const listPasskeys = operation(
  {
    id: "listPasskeys",
    method: "GET",
    path: `${adminBase}/me/passkeys`,
    access: "session",
    cors: "closed",
    problems: [],
    tags: ["Self"],
    summary: "List your passkeys",
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(Passkey) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ admin, query }, reply) => {
      const paging = pagingOf(query);
      const [counted] = await sql<{ total: number }>`select count(*)::int as total from passkeys where admin_id = ${admin.id}`;
      const rows = await sql<PasskeyRow>`
        select id, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"
        from passkeys
        where admin_id = ${admin.id}
        order by created_at desc, id desc
        limit ${paging.pageSize} offset ${offsetOf(paging)}`;
      return answerPage(reply, query, paging, rows.map(passkeyOf), counted?.total ?? 0);
    },
);
