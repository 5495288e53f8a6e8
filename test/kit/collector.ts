import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { TracingSettings } from "../../server/src/lib/observing/tracing-settings.ts";

/** A span as it arrived. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer (OTLP). */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  /** 2: it failed. */
  status: number;
  service: Record<string, string | number | boolean>;
}

type Mode = "takes" | "refuses" | "hangs";

/** An OpenTelemetry collector that accepts traces as JSON over HTTP, and keeps them. */
export interface Collector {
  url: string;
  spans(): CollectedSpan[];
  /** All requests, unchanged. */
  bytes(): string;
  headers(): IncomingHttpHeaders[];
  mode: Mode;
  close(): Promise<void>;
}

interface OtlpAttribute {
  key: string;
  value: Record<string, string | number | boolean>;
}

interface OtlpTraces {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, "attributes" | "status"> & { attributes?: OtlpAttribute[]; status?: { code?: number } })[];
    }[];
  }[];
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const collector = { mode: "takes" as Mode };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      headers.push(request.headers);
      if (collector.mode === "hangs") return;
      if (collector.mode === "refuses" || request.url !== "/v1/traces") {
        response.writeHead(500).end("canary of the collector");
        return;
      }
      bodies.push(Buffer.concat(chunks).toString("utf8"));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body))),
    bytes: () => bodies.join("\n"),
    headers: () => headers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function spansOf({ resourceSpans }: OtlpTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes = [], status, ...span }) => ({
        ...span,
        attributes: valuesOf(attributes),
        status: status?.code ?? 0,
        service: valuesOf(resource.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly OtlpAttribute[]): CollectedSpan["attributes"] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));
}

/** Every request is recorded and sent at once, unless a test says otherwise. */
export function tracingTo(url: string, more: Partial<TracingSettings> = {}): TracingSettings {
  return {
    url: `${url}/v1/traces`,
    headers: {},
    timeoutMs: 2_000,
    serviceName: "vitrine",
    resourceAttributes: {},
    sampler: { decides: "always_on", isParentBased: true, ratio: 1 },
    batch: { delayMs: 5, maxSpans: 2_048 },
    ...more,
  };
}
