import { Type } from "typebox";
import type { App } from "../../lib/operation.ts";

const Health = Type.Object({ status: Type.Literal("ok") }, { additionalProperties: false });

/** The process lives and answers. Says nothing about its database. */
export function getHealth(app: App): void {
  app.get(
    "/healthz",
    {
      schema: { operationId: "getHealth", tags: ["Operating"], summary: "Whether the process lives", response: { 200: Health } },
      config: { access: "none", cors: "closed", problems: [] },
    },
    async () => ({ status: "ok" as const }),
  );
}
