import type { Registry } from "prom-client";
import type { App } from "../../lib/operation.ts";

/** What this process did, for Prometheus (text exposition format 0.0.4). */
export function getMetrics(app: App, registry: Registry): void {
  app.get(
    "/metrics",
    {
      schema: { operationId: "getMetrics", tags: ["Operating"], summary: "Counters of this process, for Prometheus" },
      config: { access: "none", cors: "closed", problems: [] },
    },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}
