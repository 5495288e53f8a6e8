import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { ServerAdmin, readServerAdmins } from "../server/server-admin.ts";

/** Lists the admins of the server. */
export const listServerAdmins = operation(
  {
    id: "listServerAdmins",
    method: "GET",
    path: `${adminBase}/server/admins`,
    access: "operator",
    cors: "closed",
    problems: [],
    tags: ["Server"],
    summary: "List the people who run sites, by address",
    query: Type.Object({
      ...pagingParameters(50),
      q: Type.Optional(Type.String({ maxLength: 100, pattern: "^[^\\u0000]*$", description: "A part of the name or of the address." })),
      isOperator: Type.Optional(Type.Boolean()),
      isDisabled: Type.Optional(Type.Boolean()),
    }),
    response: { 200: List(ServerAdmin) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ query }, reply) => {
      const paging = pagingOf(query);
      const { q, isOperator, isDisabled } = query;
      const page = { pageSize: paging.pageSize, offset: offsetOf(paging) };
      const { admins, total } = await readServerAdmins(sql, { q, isOperator, isDisabled }, page);
      return answerPage(reply, query, paging, admins, total);
    },
);
