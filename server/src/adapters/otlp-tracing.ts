import { AsyncLocalStorage } from "node:async_hooks";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { TracingSettings } from "../lib/observing/tracing-settings.ts";
import type { SpanStart, Tracing } from "../ports/tracing.ts";

export interface OtlpTracingOptions extends TracingSettings {
  version: string;
  /** Distinguishes this process from others of the same service. */
  instanceId: string;
  /** The scheme of the public address: behind a proxy all requests arrive here over http. */
  scheme: string;
  /** Called with the number of spans that were exported, or lost because the collector refused them. */
  onExport?(spans: number, wereTaken: boolean): void;
}

// From ExportResultCode, whose package is needed for nothing else.
const [succeeded, failed] = [0, 1];
const closeWithinMs = 1_000;
/** Longer than the exporter's own timeout, and shorter than the wait of its caller. */
const lateAfterMs = 500;
const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
// Clients can invent others (https://opentelemetry.io/docs/specs/semconv/http/http-spans/).
const methods = new Set(["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]);

/**
 * Traces for an OpenTelemetry collector, as JSON over HTTP. Spans are batched and sent in the background, one batch at a time;
 * spans that do not fit the queue are dropped: a slow or unavailable collector costs spans, never a request.
 */
export function openOtlpTracing(options: OtlpTracingOptions): Tracing {
  const { timeoutMs, serviceName, resourceAttributes, version, instanceId, scheme, batch } = options;
  const exporter = boundedExporter(options);
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: batch.maxSpans,
    maxExportBatchSize: Math.min(512, batch.maxSpans),
    scheduledDelayMillis: batch.delayMs,
    exportTimeoutMillis: timeoutMs + 1_000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.version": version,
      "service.instance.id": instanceId,
      ...resourceAttributes,
      "service.name": serviceName,
    }),
    sampler: samplerOf(options.sampler),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("vitrine", version);
  const current = new AsyncLocalStorage<Span>();

  const begin = ({ name, kind, attributes = {} }: SpanStart, parent: Span | undefined) =>
    tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  const within = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      return await current.run(span, work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute("error.type", errorType(error));
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    beginRequest: ({ requestId, method, traceparent }) => {
      const knownMethod = methods.has(method) ? method : "_OTHER";
      const attributes = { "http.request.method": knownMethod, "url.scheme": scheme, "vitrine.request.id": requestId };
      const span = tracer.startSpan(
        knownMethod === "_OTHER" ? "HTTP" : knownMethod,
        { kind: SpanKind.SERVER, attributes },
        parentOf(traceparent),
      );
      return {
        traceId: span.isRecording() ? span.spanContext().traceId : undefined,
        run: (work) => current.run(span, work),
        end: ({ route, operationId, status }) => {
          if (route !== undefined)
            span.updateName(`${knownMethod === "_OTHER" ? "HTTP" : knownMethod} ${route}`).setAttribute("http.route", route);
          if (operationId !== undefined) span.setAttribute("vitrine.operation", operationId);
          span.setAttribute("http.response.status_code", status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", String(status));
          span.end();
        },
      };
    },
    span: (start, work) => within(begin(start, current.getStore()), work),
    child: (start, work) => {
      const parent = current.getStore();
      return parent?.isRecording() ? within(begin(start, parent), work) : work();
    },
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeWithinMs)));
      await Promise.race([provider.shutdown().catch(() => undefined), tooLong]);
      clearTimeout(timer);
    },
  };
}

/** The trace that a caller's `traceparent` names. https://www.w3.org/TR/trace-context/#traceparent-header */
function parentOf(traceparent: string | undefined): Context {
  const [, version, traceId = "", spanId = "", flags = "", more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent ?? "") ?? [];
  const isValid = version !== undefined && version !== "ff" && !(version === "00" && more !== undefined);
  if (!isValid || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function samplerOf({ decides, isParentBased, ratio }: TracingSettings["sampler"]): Sampler {
  const root =
    decides === "always_on"
      ? new AlwaysOnSampler()
      : decides === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

/** A code for the failure, never a message: that may quote data. */
function errorType(error: unknown): string {
  const { kind, code, name } = (error ?? {}) as { kind?: unknown; code?: unknown; name?: unknown };
  return [kind, code, name].find((word): word is string => typeof word === "string" && /^\w{1,60}$/.test(word)) ?? "_OTHER";
}

/**
 * The exporter, which reports its outcomes. Its library waits without end for some collectors, such as one that switches protocols
 * or drips, and accepts no more spans when it waits for thirty: a late export is aborted with its connections, and another
 * takes the next batch.
 */
function boundedExporter({ url, headers, timeoutMs, onExport }: OtlpTracingOptions): SpanExporter {
  const open = () => {
    const agent = new (url.startsWith("https:") ? HttpsAgent : HttpAgent)({ keepAlive: true });
    const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs, httpAgentOptions: () => agent });
    return { agent, exporter };
  };
  let current = open();
  return {
    export: (spans, done) => {
      const used = current;
      let isOver = false;
      const end: typeof done = (result) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(late);
        onExport?.(spans.length, (result.code as number) === succeeded);
        done(result);
      };
      const late = setTimeout(() => {
        used.agent.destroy();
        if (current === used) current = open();
        // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the enum is of that package
        end({ code: failed, error: new Error("The collector timed out.") });
      }, timeoutMs + lateAfterMs);
      used.exporter.export(spans, end);
    },
    shutdown: () => current.exporter.shutdown(),
    forceFlush: () => current.exporter.forceFlush(),
  };
}
