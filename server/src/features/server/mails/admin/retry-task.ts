import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { retryTaskOfSite } from "../../../../lib/tasks/site-tasks.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { outboxBase, OutboxTask, outboxTaskOf } from "../outbox-task.ts";

const taskNotFound = problem("task_not_found", 404, "Task not found");
const taskNotFailed = problem("task_not_failed", 409, "Only a failed task can be tried again");

/** Has a failed task of a site tried once more. */
export const retryTask = operation(
  {
    id: "retryTask",
    method: "POST",
    path: `${outboxBase}/{id}/retry`,
    access: "member",
    permission: "settings:write",
    cors: "closed",
    problems: [taskNotFound, taskNotFailed],
    tags: ["Mails"],
    summary: "Try a failed task again",
    description: "The server tries the task once within seconds. If that fails, the task is `failed` again.",
    params: Type.Object({ ...siteSlug, id: Type.String({ description: "The ID of the task." }) }),
    response: { 200: Single(OutboxTask) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const id = params.id.toLowerCase();
      if (!isUuid(id)) throw new ProblemError(taskNotFound);
      const ctx = { now: clock.now(), ids };
      const task = await sql.begin(async (tx) => {
        const retried = await retryTaskOfSite(tx, site.id, id, ctx.now);
        if (retried === "unknown") throw new ProblemError(taskNotFound);
        if (retried === "not failed") throw new ProblemError(taskNotFailed);
        const target = { type: "task", id, label: retried.kind };
        await recordChange(tx, ctx, { actor: actorOf(request), action: "retryTask", siteId: site.id, target });
        return retried;
      });
      return { data: outboxTaskOf(task) };
    },
);
