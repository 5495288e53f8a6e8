import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import type { App } from "../../lib/operation.ts";
import { ProblemError, unavailable } from "../../lib/problem.ts";

const Readiness = Type.Object({ status: Type.Literal("ready") }, { additionalProperties: false });

/** The process should get requests: it is migrated, its database answers, and it is not about to stop. */
export function getReadiness(app: App, { sql, draining }: Pick<Deps, "sql" | "draining">): void {
  app.get(
    "/readyz",
    {
      schema: { operationId: "getReadiness", tags: ["Operating"], summary: "Whether to send requests here", response: { 200: Readiness } },
      config: { access: "none", cors: "closed", problems: [unavailable] },
    },
    async () => {
      const soon = { headers: { "retry-after": "2" } };
      if (draining.aborted) throw new ProblemError(unavailable, { detail: "The server is stopping.", ...soon });
      await sql`select 1 as one`;
      return { status: "ready" as const };
    },
  );
}
