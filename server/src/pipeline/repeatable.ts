import type { FastifyReply, FastifyRequest } from "fastify";
import { answerOnceTo, idempotencyProblems, type IdempotencyDeps } from "../lib/http/idempotency.ts";
import type { Operation, OperationSpec } from "../lib/http/operation.ts";
import { badRequest, ProblemError, type Problem } from "../lib/http/problem.ts";

/** Whether an operation of the admin API makes something in a site: a program that gets no answer would make it twice. */
function creates({ access, method, takes, response = {} }: OperationSpec): boolean {
  // Whoever sends the same file again gets what the first one made.
  return access === "member" && method === "POST" && "201" in response && takes !== "file";
}

/** Whether a request to the operation may be repeated under its `Idempotency-Key`. */
export function isRepeatable(operation: OperationSpec): boolean {
  return creates(operation) && !operation.showsSecret;
}

/** What a key may be refused with. */
export function repeatingProblems(operation: OperationSpec): readonly Problem[] {
  return isRepeatable(operation) ? idempotencyProblems : [];
}

/** An answer as it is kept. */
interface Kept {
  answer: object;
  /** The revision of what was made. */
  etag: string | undefined;
}

/**
 * Has a request that makes something happen once for each `Idempotency-Key` of a person. An answer with a secret is not kept, not even encrypted, so
 * that a key there is refused rather than ignored: the program would rely on it.
 */
export function repeatable<Needs extends IdempotencyDeps>(operation: Operation<Needs>): Operation<Needs> {
  if (!creates(operation)) return operation;
  return {
    ...operation,
    behaviour: (deps) => {
      const behaviour = operation.behaviour(deps);
      if (typeof behaviour !== "function") throw new Error(`${operation.id} makes something, and must have one function.`);
      return async (request: FastifyRequest, reply: FastifyReply) => {
        if (operation.showsSecret) {
          refuseKey(request);
          return behaviour(request, reply);
        }
        const { admin, url, body } = request;
        const once = { sender: [admin.id], content: [url, body] };
        const keptAnswer = await answerOnceTo(deps, request, reply, once, async (): Promise<Kept> => {
          const answer = (await behaviour(request, reply)) as object;
          return { answer, etag: reply.getHeader("etag") as string | undefined };
        });
        if (keptAnswer.etag !== undefined) void reply.header("etag", keptAnswer.etag);
        return keptAnswer.answer;
      };
    },
  };
}

function refuseKey({ headers }: FastifyRequest): void {
  if (headers["idempotency-key"] === undefined) return;
  throw new ProblemError(badRequest, { detail: "The answer has a secret, which is not kept. Send the request without Idempotency-Key." });
}
