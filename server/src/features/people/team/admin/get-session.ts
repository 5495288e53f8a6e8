import type { Deps } from "../../../../deps.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { OwnSession, readOwnSession } from "../own-session.ts";

/** Answers who is signed in, and what they may do where. */
export const getSession = operation(
  {
    id: "getSession",
    method: "GET",
    path: `${adminBase}/session`,
    access: "admin",
    cors: "closed",
    problems: [],
    tags: ["Session"],
    summary: "Tell who is signed in, and what they may do",
    response: { 200: Single(OwnSession) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ admin }) => {
      const ownSession = await readOwnSession(sql, admin, clock.now());
      // The account was removed a moment ago.
      if (!ownSession) throw new ProblemError(sessionInvalid);
      return { data: ownSession };
    },
);
