import { Registry } from "prom-client";
import type { App } from "../../lib/operation.ts";

/** What this server did, for Prometheus (text exposition format 0.0.4). */
export function getMetrics(app: App, scrape: () => Promise<string>): void {
  app.get(
    "/metrics",
    {
      schema: { operationId: "getMetrics", tags: ["Operating"], summary: "Counters of this server, for Prometheus" },
      config: { access: "none", cors: "closed", problems: [] },
    },
    async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape()),
  );
}
