import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { readServerSites, ServerSite, siteStates } from "../server-site.ts";

/** Lists all sites of the server. */
export const listServerSites = operation(
  {
    id: "listServerSites",
    method: "GET",
    path: `${adminBase}/server/sites`,
    access: "operator",
    cors: "closed",
    problems: [],
    tags: ["Server"],
    summary: "List the sites of the server, by slug",
    description: "With their owners. What is in a site is for its members, and for operators who have entered it.",
    query: Type.Object({
      ...pagingParameters(50),
      q: Type.Optional(Type.String({ maxLength: 100, pattern: "^[^\\u0000]*$", description: "A part of the slug or of the name." })),
      state: Type.Optional(Type.Enum([...siteStates])),
    }),
    response: { 200: List(ServerSite) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ query }, reply) => {
      const paging = pagingOf(query);
      const page = { pageSize: paging.pageSize, offset: offsetOf(paging) };
      const { sites, total } = await readServerSites(sql, { q: query.q, state: query.state }, page);
      return answerPage(reply, query, paging, sites, total);
    },
);
