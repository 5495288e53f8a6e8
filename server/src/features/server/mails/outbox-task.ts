import { Type, type Static } from "typebox";
import { siteBase } from "../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { taskStates, type SiteTask } from "../../../lib/tasks/site-tasks.ts";

export const outboxBase = `${siteBase}/outbox`;

export const OutboxTask = Type.Object(
  {
    id: Uuid,
    kind: Type.String({ description: "The kind of work.", examples: ["order-mail"] }),
    state: Type.Enum([...taskStates], {
      description: "`waiting`: the server will try it. `failed`: the server has given up after three days.",
    }),
    mail: Type.Boolean({ description: "Whether the task sends a mail." }),
    attempts: Type.Integer({ minimum: 0, description: "Attempts that have begun." }),
    createdAt: Instant,
    nextAttemptAt: Nullable({ ...Instant, description: "When the server tries it next. Null for a failed task." }),
    lastError: Nullable(
      Type.String({
        description: "Why the latest attempt failed, without names and addresses.",
        examples: ["MailNotTaken EENVELOPE 550"],
      }),
    ),
  },
  { $id: "OutboxTask", additionalProperties: false },
);
export type OutboxTask = Static<typeof OutboxTask>;

export function outboxTaskOf({ isMail, createdAt, nextAttemptAt, ...task }: SiteTask): OutboxTask {
  return { ...task, mail: isMail, createdAt: createdAt.toISOString(), nextAttemptAt: nextAttemptAt?.toISOString() ?? null };
}
