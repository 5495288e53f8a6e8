import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { listKeys } from "../keys.ts";
import { ApiKey, keyNotFound, shownKey } from "../shown-key.ts";

/** Answers what is known of an API key. */
export const getApiKey = operation(
  {
    id: "getApiKey",
    method: "GET",
    path: `${siteBase}/keys/{id}`,
    access: "member",
    permission: "keys:write",
    cors: "closed",
    problems: [keyNotFound],
    tags: ["Sites"],
    summary: "Read an API key, without the key itself",
    params: Type.Object({ ...siteSlug, id: Type.String() }),
    response: { 200: Single(ApiKey) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params: { id } }) => {
      const [key] = isUuid(id) ? await listKeys(sql, site.id, { id }) : [];
      if (!key) throw new ProblemError(keyNotFound);
      return { data: shownKey(key) };
    },
);
