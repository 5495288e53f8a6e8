import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { OwnToken, ownTokenOf, type TokenRow } from "../own-token.ts";

/** Lists the personal access tokens of the own account that are good, the newest first. */
export const listOwnTokens = operation(
  {
    id: "listOwnTokens",
    method: "GET",
    path: `${adminBase}/me/tokens`,
    access: "session",
    cors: "closed",
    problems: [],
    tags: ["Self"],
    summary: "List your personal access tokens",
    description: "Those that are neither expired nor revoked, the newest first. No token is shown again.",
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(OwnToken) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ admin: { id }, query }, reply) => {
      const paging = pagingOf(query);
      const now = clock.now();
      const [counted] = await sql<{ total: number }>`
        select count(*)::int as total from admin_tokens where admin_id = ${id} and revoked_at is null and expires_at > ${now}`;
      const rows = await sql<TokenRow>`
        select
          admin_tokens.id, admin_tokens.name, admin_tokens.role, sites.slug as site, admin_tokens.last_four as "lastFour",
          admin_tokens.created_at as "createdAt", admin_tokens.expires_at as "expiresAt", admin_tokens.last_used_at as "lastUsedAt"
        from admin_tokens
        left join sites on sites.id = admin_tokens.site_id
        where admin_tokens.admin_id = ${id} and admin_tokens.revoked_at is null and admin_tokens.expires_at > ${now}
        order by admin_tokens.created_at desc, admin_tokens.id desc
        limit ${paging.pageSize} offset ${offsetOf(paging)}`;
      return answerPage(reply, query, paging, rows.map(ownTokenOf), counted?.total ?? 0);
    },
);
