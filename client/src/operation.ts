import type { OperationCodes } from "./generated.ts";

/** A row of the generated table: everything that a call needs to know about its operation. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `{name}` is one segment, `{+name}` as many as it has. */
  readonly path: string;
  /** Absent: the key alone. */
  readonly access?: "none" | "token" | "keyOrToken" | "keyMaybeToken";
  readonly paged?: true;
  /** Takes a locale. */
  readonly localized?: true;
  /** Reads what is published, or will be: takes the token of a release's preview. */
  readonly published?: true;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** Takes signed bytes. */
  readonly signed?: true;
  /** Takes `data` with files, as a form of a browser sends them. */
  readonly files?: true;
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
  /** By field: its most frequent values. Only if `facets` named fields. */
  facets?: Record<string, { value: unknown; count: number }[]>;
}

/** A value to compare with. A date is compared as an instant. */
export type Comparable = string | number | boolean | Date;

/** Comparisons with a field, all of which hold. */
export interface Comparisons {
  eq?: Comparable | undefined;
  ne?: Comparable | undefined;
  in?: readonly Comparable[] | undefined;
  nin?: readonly Comparable[] | undefined;
  lt?: Comparable | undefined;
  lte?: Comparable | undefined;
  gt?: Comparable | undefined;
  gte?: Comparable | undefined;
  prefix?: string | undefined;
  contains?: Comparable | undefined;
  exists?: boolean | undefined;
}

/** Conditions by the names of fields, all of which hold; a plain value stands for `eq`. Of the groups in `any` one has to hold. */
export interface Where {
  [field: string]: Comparable | Comparisons | readonly Where[] | undefined;
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
