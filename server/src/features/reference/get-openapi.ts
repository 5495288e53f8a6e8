import { Type } from "typebox";
import type { App } from "../../lib/operation.ts";

/** The description of the whole API, made when it is first asked for. */
export function getOpenApi(app: App, describe: () => object): void {
  let text: string | undefined;
  app.get(
    "/openapi.json",
    {
      schema: {
        operationId: "getOpenApi",
        tags: ["Reference"],
        summary: "The description of this API",
        description: "OpenAPI 3.1, generated from the schemas that validate requests.",
        response: { 200: Type.Record(Type.String(), Type.Unknown()) },
      },
      serializerCompiler: () => JSON.stringify,
      config: { access: "none", cors: "any", problems: [] },
    },
    async (_request, reply) => {
      text ??= JSON.stringify(describe());
      // Text already, so that it is not walked again for every reader.
      return reply.type("application/json; charset=utf-8").send(text as never);
    },
  );
}
