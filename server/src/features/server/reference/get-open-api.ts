import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { operation } from "../../../lib/http/operation.ts";

/** What the descriptions of both APIs have in common. */
export const openApiSpec = {
  method: "GET",
  access: "none",
  problems: [],
  tags: ["Reference"],
  summary: "The description of this API",
  description: "OpenAPI 3.1, generated from the schemas that validate requests.",
  response: { 200: Type.Record(Type.String(), Type.Unknown()) },
  unserialised: true,
} as const;

/** The description of the whole API, made on the first request. */
export const getOpenApi = operation(
  { ...openApiSpec, id: "getOpenApi", path: "/openapi.json", cors: "any" },
  ({ describe }: { describe(): object }) => sendSerialised(describe),
);

/** Serialises the description once, not for every request. */
export function sendSerialised(describe: () => object) {
  let text: string | undefined;
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    text ??= JSON.stringify(describe());
    return reply.type("application/json; charset=utf-8").send(text) as never;
  };
}
