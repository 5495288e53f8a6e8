import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { countKeys, listKeys } from "../keys.ts";
import { ApiKey, shownKey } from "../shown-key.ts";

/** Lists the API keys of a site. */
export const listApiKeys = operation(
  {
    id: "listApiKeys",
    method: "GET",
    path: `${siteBase}/keys`,
    access: "member",
    permission: "keys:write",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "List the API keys, the oldest first",
    description: "With those that were revoked. No key is shown again.",
    params: SiteParams,
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(ApiKey) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const { all } = await countKeys(sql, site.id);
      const keys = await listKeys(sql, site.id, { limit: paging.pageSize, offset: offsetOf(paging) });
      return answerPage(reply, query, paging, keys.map(shownKey), all);
    },
);
