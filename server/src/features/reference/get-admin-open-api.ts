import { Type } from "typebox";
import { adminBase, operation } from "../../lib/http/operation.ts";

/** The description of the admin API, made on the first request. It tells nothing that the source does not. */
export const getAdminOpenApi = operation(
  {
    id: "getAdminOpenApi",
    method: "GET",
    path: `${adminBase}/openapi.json`,
    access: "none",
    cors: "closed",
    problems: [],
    tags: ["Reference"],
    summary: "The description of this API",
    description: "OpenAPI 3.1, generated from the schemas that validate requests.",
    response: { 200: Type.Record(Type.String(), Type.Unknown()) },
    unserialised: true,
  },
  ({ describeAdmin }: { describeAdmin(): object }) => {
    let text: string | undefined;
    return async (_request, reply) => {
      text ??= JSON.stringify(describeAdmin());
      // Serialised once, not for every request.
      return reply.type("application/json; charset=utf-8").send(text) as never;
    };
  },
);
