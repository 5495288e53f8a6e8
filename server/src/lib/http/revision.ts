import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { Instant, Nullable, Uuid } from "./envelope.ts";
import { badRequest, problem, ProblemError } from "./problem.ts";

/**
 * `change`: the request changes or deletes something, and names in `If-Match` the revision that its sender has seen.
 * `changeOrCreate`: or creates it, with `If-None-Match: *`.
 */
export type Conditional = "change" | "changeOrCreate";

/** The revision that the sender of a request has seen; `absent` if the request creates. */
export type Expected = number | "absent";

export const preconditionRequired = problem("precondition_required", 428, "The request must name the revision that it changes");
export const revisionConflictProblem = problem("revision_conflict", 412, "Somebody else has changed it since", {
  revision: { type: "integer", description: "The current revision." },
  changedBy: {
    anyOf: [{ type: "object", required: ["id", "name"], properties: { id: Uuid, name: { type: "string" } } }, { type: "null" }],
    description: "The person who made the latest change; null if none did, or the account is gone.",
  },
  changedAt: Nullable(Instant),
});

/** No stored revision: the request names one that cannot be current. */
const impossible = -1;

/** Reads the condition that an operation needs. Throws `precondition_required`, or `bad_request` for one that could lose words. */
export function readCondition(conditional: Conditional, headers: IncomingHttpHeaders): Expected {
  const ifMatch = headers["if-match"];
  const ifNoneMatch = headers["if-none-match"];
  if (ifMatch !== undefined && ifNoneMatch !== undefined) {
    throw new ProblemError(badRequest, { detail: "Send If-Match to change something or If-None-Match to create it, not both." });
  }
  if (ifNoneMatch !== undefined) {
    if (conditional === "change") throw new ProblemError(badRequest, { detail: "This only changes what exists. Send If-Match." });
    if (ifNoneMatch.trim() !== "*") throw new ProblemError(badRequest, { detail: "The only supported If-None-Match is *." });
    return "absent";
  }
  if (ifMatch === undefined) {
    const creates = conditional === "changeOrCreate" ? " To create it, send If-None-Match: *." : "";
    throw new ProblemError(preconditionRequired, { detail: `Send the ETag that you have seen in If-Match.${creates}` });
  }
  if (ifMatch.includes("*")) {
    throw new ProblemError(badRequest, { detail: "If-Match: * would overwrite the words of others. Send the ETag that you have seen." });
  }
  if (ifMatch.includes(",")) throw new ProblemError(badRequest, { detail: "If-Match must name one ETag." });
  // A compressing proxy may have made the tag weak: the revision in it is the same.
  const [, digits] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch) ?? [];
  return digits === undefined ? impossible : Number(digits);
}

/** The revision that a request changes, in an operation that never creates. A different one in its body is a conflict as well. */
export function seenRevision({ expected }: { expected: Expected }, inBody?: number): number {
  if (expected === "absent")
    throw new Error('An operation that creates must declare `conditional: "changeOrCreate"`, and tell the cases apart.');
  return inBody === undefined || inBody === expected ? expected : impossible;
}

export function revisionConflict(current: {
  revision: number;
  changedBy: { id: string; name: string } | null;
  changedAt: string | null;
}): ProblemError {
  return new ProblemError(revisionConflictProblem, { members: current });
}

/** Names the revision of the answer, for the next change. */
export function tagRevision(reply: FastifyReply, revision: number): void {
  void reply.header("etag", `"${revision}"`);
}
