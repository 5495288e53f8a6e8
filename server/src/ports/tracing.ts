/** The name and attributes of a span. Never a value of a statement, a URL, a header, an address or a secret. */
export interface SpanStart {
  /** One of few: made of constants, never of input. */
  name: string;
  kind: "client" | "consumer" | "internal";
  attributes?: Readonly<Record<string, string | number | boolean>>;
}

/** The span of one routed request. */
export interface RequestSpan {
  /** 32 hexadecimal digits; undefined when the request is not recorded. */
  readonly traceId: string | undefined;
  /** Does the work as part of the request: spans that begin in it are its children. */
  run<T>(work: () => T): T;
  /** `route` with parameters in braces; undefined if no operation has the address. */
  end(outcome: { route: string | undefined; operationId: string | undefined; status: number }): void;
}

/** Records work, its order and its duration. If tracing is off there is none: `undefined` costs nothing. */
export interface Tracing {
  /** Begins the span of a request, as part of the trace that a valid `traceparent` names (W3C Trace Context). */
  beginRequest(request: { requestId: string; method: string; traceparent: string | undefined }): RequestSpan;
  /** Does the work within a span, which ends with it: a child of the current one, or the first of a trace. */
  span<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** The same, but without a parent there is no span: polls do not fill traces. */
  child<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** Exports the recorded spans, for a second at most. */
  close(): Promise<void>;
}
