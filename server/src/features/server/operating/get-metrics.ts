import { Registry } from "prom-client";
import { operation } from "../../../lib/http/operation.ts";

/** The server's metrics, for Prometheus (text exposition format 0.0.4). */
export const getMetrics = operation(
  {
    id: "getMetrics",
    method: "GET",
    path: "/metrics",
    access: "none",
    cors: "closed",
    exact: true,
    problems: [],
    tags: ["Operating"],
    summary: "Counters of this server, for Prometheus",
  },
  ({ scrape }: { scrape(): Promise<string> }) =>
    async (_request, reply) =>
      reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape()),
);
