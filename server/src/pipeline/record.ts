import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { Counter, Histogram, type Registry } from "prom-client";
import type { Problem } from "../lib/http/problem.ts";

/** A routed request, as it is logged: an allow-list. Never a URL, a header, a body or a query. */
export interface RoutedRequest {
  requestId: string;
  method: string;
  route: string;
  operationId: string | undefined;
  status: number;
  milliseconds: number;
  site: string | undefined;
  /** One of many alike: counted, and logged by sample. */
  sampled: boolean;
  /** The ids of the request's trace, if it is recorded. */
  traceId: string | undefined;
}

/** One in this many published reads is logged; all are counted. A line costs as much as a cached response. */
const logSample = 100;

/** Logs and counts requests. */
export class RequestRecord {
  readonly #log: Logger;
  readonly #hotCounts = new Map<string, Record<200 | 304, number>>();
  readonly #durations: Histogram;
  readonly #refusals: Counter;
  readonly #durationsByLabels = new Map<string, Histogram.Internal<string>>();
  #hotTotal = 0;
  #publishedTotal = 0;

  constructor(log: Logger, registry: Registry) {
    this.#log = log;
    this.#durations = new Histogram({
      name: "vitrine_request_duration_seconds",
      help: "Requests that were routed, by operation and status.",
      labelNames: ["operation", "method", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    });
    this.#refusals = new Counter({
      name: "vitrine_requests_refused_total",
      help: "Requests that were refused before they were routed, by problem.",
      labelNames: ["code"],
      registers: [registry],
    });
    const counts = this.#hotCounts;
    new Counter({
      name: "vitrine_requests_from_memory_total",
      help: "Published reads served from the cache before routing, by operation and status.",
      labelNames: ["operation", "status"],
      registers: [registry],
      // Counted in a plain map, which is cheapest; copied on a scrape.
      collect() {
        this.reset();
        for (const [operation, byStatus] of counts) {
          for (const [status, count] of Object.entries(byStatus)) this.inc({ operation, status }, count);
        }
      },
    });
  }

  routed({ sampled, ...request }: RoutedRequest): void {
    const { operationId = "none", method, status, milliseconds } = request;
    this.#duration(operationId, method, status).observe(milliseconds / 1_000);
    if (sampled) this.#publishedTotal += 1;
    if (sampled && this.#publishedTotal % logSample !== 1) return;
    this.#log[status >= 500 ? "error" : "info"](sampled ? { ...request, sampled: logSample } : request, "request");
  }

  /** Looking a histogram up by its labels costs more than adding to it. */
  #duration(operation: string, method: string, status: number): Histogram.Internal<string> {
    const key = `${operation} ${method} ${status}`;
    let histogram = this.#durationsByLabels.get(key);
    if (!histogram) this.#durationsByLabels.set(key, (histogram = this.#durations.labels({ operation, method, status })));
    return histogram;
  }

  refused({ requestId, method = "" }: IncomingMessage, { code, status }: Problem): void {
    this.#refusals.inc({ code });
    this.#log.info({ requestId, method, status, code }, "refused");
  }

  hot({ requestId, method = "" }: IncomingMessage, operationId: string, status: 200 | 304): void {
    let counts = this.#hotCounts.get(operationId);
    if (!counts) this.#hotCounts.set(operationId, (counts = { 200: 0, 304: 0 }));
    counts[status] += 1;
    this.#hotTotal += 1;
    if (this.#hotTotal % logSample === 0) {
      this.#log.info({ requestId, method, operationId, status, fromMemory: true, sampled: logSample }, "request");
    }
  }

  /**
   * An unexpected error. Its message may quote input, so of a database's only the code and names are kept; except for
   * an internal error, class XX, whose message concerns PostgreSQL alone, and whose code is not specific.
   */
  unexpected(requestId: string, error: unknown): void {
    const { name, message, stack, code, constraint, table } = error as Record<string, unknown>;
    const frames =
      typeof stack === "string"
        ? stack
            .split("\n")
            .filter((line) => /^\s+at /.test(line))
            .slice(0, 12)
        : [];
    const mayQuote = typeof code === "string" && /^(?!XX)[0-9A-Z]{5}$/.test(code);
    this.#log.error({ requestId, error: { name, code, constraint, table, frames, ...(mayQuote ? {} : { message }) } }, "unexpected error");
  }
}
