import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { listTasksOfSite, taskStates } from "../../../../lib/tasks/site-tasks.ts";
import { outboxBase, OutboxTask, outboxTaskOf } from "../outbox-task.ts";

/** Lists the mails and other tasks of a site that wait or failed. */
export const listOutbox = operation(
  {
    id: "listOutbox",
    method: "GET",
    path: outboxBase,
    access: "member",
    permission: "settings:write",
    cors: "closed",
    problems: [],
    tags: ["Mails"],
    summary: "List the mails and tasks that wait or failed",
    description:
      "The newest first. A task leaves the list once it is done. The server deletes a failed one after 30 days. The list does not say to whom a mail goes.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      state: Type.Optional(Type.Enum([...taskStates])),
      mail: Type.Optional(Type.Boolean({ description: "Only tasks that send a mail, or only others." })),
    }),
    response: { 200: List(OutboxTask) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const { tasks, total } = await listTasksOfSite(sql, site.id, { state: query.state, isMail: query.mail }, paging);
      return answerPage(reply, query, paging, tasks.map(outboxTaskOf), total);
    },
);
