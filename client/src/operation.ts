import type { OperationCodes } from "./generated.ts";

/** A row of the generated table: all that a call needs to know of its operation. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH";
  /** `{name}` is one segment, `{+name}` as many as it has. */
  readonly path: string;
  readonly access: "none" | "key" | "token" | "keyOrToken" | "keyMaybeToken";
  readonly paged?: true;
  /** Takes a locale. */
  readonly localized?: true;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** Takes bytes that somebody signed. */
  readonly signed?: true;
}

declare const operationId: unique symbol;

/** What is asked for; the operation's id is there for types alone, so that `attempt` knows what can go wrong. */
export interface Call<Value, Id extends keyof OperationCodes> extends Promise<Value> {
  readonly [operationId]?: Id;
}

export interface List<Item> {
  data: Item[];
  page: number;
  pageSize: number;
  /** How many there are on all pages. */
  total: number;
}

export interface CallOptions {
  /** Ends the call, also while it waits before another try. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long one try may take. */
  timeoutMs?: number | undefined;
  /** How many tries may follow the first one. */
  retries?: number | undefined;
}

export interface IdempotentCallOptions extends CallOptions {
  /** One for each attempt to buy: calls with the same key and the same input do it once. Made for each call unless given. */
  idempotencyKey?: string | undefined;
}
