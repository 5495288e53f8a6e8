import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { mostWebhooks, readWebhooks, Webhook, webhooksBase } from "../webhook.ts";

/** Lists the webhooks of a site, which are few. */
export const listWebhooks = operation(
  {
    id: "listWebhooks",
    method: "GET",
    path: webhooksBase,
    access: "member",
    permission: "webhooks:write",
    cors: "closed",
    problems: [],
    tags: ["Webhooks"],
    summary: "List the webhooks of a site",
    params: SiteParams,
    query: Type.Object({
      state: Type.Optional(
        Type.Literal("failing", { description: "Only webhooks whose deliveries fail, or that were disabled for that." }),
      ),
    }),
    response: { 200: List(Webhook) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }) => {
      const data = await readWebhooks(sql, site.id, { onlyFailing: query.state === "failing" });
      return { data, page: 1, pageSize: mostWebhooks, total: data.length };
    },
);
