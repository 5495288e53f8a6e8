import { Type } from "typebox";
import { operation } from "../../lib/http/operation.ts";

/** The description of the whole API, made on the first request. */
export const getOpenApi = operation(
  {
    id: "getOpenApi",
    method: "GET",
    path: "/openapi.json",
    access: "none",
    cors: "any",
    problems: [],
    tags: ["Reference"],
    summary: "The description of this API",
    description: "OpenAPI 3.1, generated from the schemas that validate requests.",
    response: { 200: Type.Record(Type.String(), Type.Unknown()) },
    unserialised: true,
  },
  ({ describe }: { describe(): object }) => {
    let text: string | undefined;
    return async (_request, reply) => {
      text ??= JSON.stringify(describe());
      // Serialised once, not for every request.
      return reply.type("application/json; charset=utf-8").send(text) as never;
    };
  },
);
