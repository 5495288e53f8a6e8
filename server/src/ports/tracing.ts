/** What a span is called and says. Never a value of a statement, a URL, a header, an address or a secret. */
export interface SpanStart {
  /** One of few: made of constants, never of input. */
  name: string;
  kind: "client" | "consumer" | "internal";
  attributes?: Readonly<Record<string, string | number | boolean>>;
}

/** The span of one request that is routed. */
export interface RequestSpan {
  /** 32 hexadecimal digits; undefined when the request is not recorded. */
  readonly traceId: string | undefined;
  /** Does the work as a part of the request: spans that begin in it are its children. */
  run<T>(work: () => T): T;
  /** `route` with parameters in braces; undefined where there is nothing at the address. */
  end(outcome: { route: string | undefined; operationId: string | undefined; status: number }): void;
}

/** Records what was done, in what order and for how long. Where nobody wants to know there is none: `undefined` costs nothing. */
export interface Tracing {
  /** Begins the span of a request, as a part of the trace that a valid `traceparent` names (W3C Trace Context). */
  beginRequest(request: { requestId: string; method: string; traceparent: string | undefined }): RequestSpan;
  /** Does the work within a span, which ends as it does: a child of the one that it is in, or the first of a trace. */
  span<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** The same, but where there is no span to be a part of there is none: what polls does not fill traces. */
  child<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** Hands over what is recorded, for a second at most. */
  close(): Promise<void>;
}
