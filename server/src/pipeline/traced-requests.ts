import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../lib/http/operation.ts";
import type { RequestSpan, Tracing } from "../ports/tracing.ts";
import { pathOf } from "./addresses.ts";

declare module "node:http" {
  interface IncomingMessage {
    /** The span of a routed request, where there are traces. */
    span?: RequestSpan;
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Gives every request that reaches the handler a span. One that is served from the cache or refused before has none. */
export function tracedHandler(tracing: Tracing, handler: Handler): Handler {
  return (request, response) => {
    const { requestId, method = "", headers } = request;
    // Node joins a repeated header, which then names no trace.
    const traceparent = typeof headers.traceparent === "string" ? headers.traceparent : undefined;
    const span = (request.span = tracing.beginRequest({ requestId, method, traceparent }));
    span.run(() => handler(request, response));
  };
}

/** Registered before every other hook of its kind. */
export function traceRequests(app: App): void {
  // The body arrives by events of the connection, which belongs to no request.
  app.addHook("preValidation", (request, _reply, done) => {
    const { span } = request.raw;
    if (span) span.run(done);
    else done();
  });
  app.addHook("onResponse", async (request, reply) => {
    const { url, schema } = request.routeOptions;
    request.raw.span?.end({
      route: request.is404 || url === undefined ? undefined : pathOf(url),
      operationId: (schema as { operationId?: string } | undefined)?.operationId,
      status: reply.raw.statusCode,
    });
  });
}
