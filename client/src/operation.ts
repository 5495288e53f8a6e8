import type { OperationCodes } from "./generated.ts";

/** A row of the generated table: everything that a call needs to know about its operation. */
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
  /** Takes signed bytes. */
  readonly signed?: true;
}

declare const operationId: unique symbol;

/** A request; the operation's id is for types only, so that `attempt` knows the possible errors. */
export interface Call<Value, Id extends keyof OperationCodes> extends Promise<Value> {
  readonly [operationId]?: Id;
}

export interface List<Item> {
  data: Item[];
  page: number;
  pageSize: number;
  /** The total on all pages. */
  total: number;
}

export interface CallOptions {
  /** Ends the call, also while it waits for a retry. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The timeout of one try. */
  timeoutMs?: number | undefined;
  /** How many retries may follow the first try. */
  retries?: number | undefined;
}

export interface IdempotentCallOptions extends CallOptions {
  /** One for each attempt to buy: the server executes calls with the same key and input once. Generated for each call by default. */
  idempotencyKey?: string | undefined;
}
