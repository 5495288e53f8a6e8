import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { operation } from "../../../lib/http/operation.ts";
import { ProblemError, unavailable } from "../../../lib/http/problem.ts";

const Readiness = Type.Object({ status: Type.Literal("ready") }, { additionalProperties: false });

/** The process is ready for requests: its schema is up to date, its database responds, and it is not about to stop. */
export const getReadiness = operation(
  {
    id: "getReadiness",
    method: "GET",
    path: "/readyz",
    access: "none",
    cors: "closed",
    exact: true,
    problems: [unavailable],
    tags: ["Operating"],
    summary: "Whether to send requests here",
    response: { 200: Readiness },
  },
  (deps: Pick<Deps, "sql" | "draining">) => async () => {
    await checkReadiness(deps);
    return { status: "ready" as const };
  },
);

/** Rejects while the process must not get requests. */
export async function checkReadiness({ sql, draining }: Pick<Deps, "sql" | "draining">): Promise<void> {
  if (draining.aborted) throw new ProblemError(unavailable, { detail: "The server is stopping.", headers: { "retry-after": "2" } });
  await sql`select 1 as one`;
}
