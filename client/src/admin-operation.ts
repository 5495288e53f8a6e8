import type { OperationCodes } from "./admin-generated.ts";

/** A row of the generated table: everything that a call needs to know about its operation. */
export interface AdminOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Takes no identity. */
  readonly open?: true;
  readonly paged?: true;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** Changes something with a revision, or creates it. */
  readonly conditional?: true;
  /** The answer has its revision in the ETag alone. */
  readonly tagged?: true;
  /** Of a change: the members of the input that go into the address. */
  readonly query?: readonly string[];
  /** How the body is given: by its members, also as the fields of a form, as the table `csv`, or as the member `body`, which may be `yaml`. Absent: there is none. */
  readonly sends?: "members" | "form" | "csv" | "yaml" | "body";
}

declare const operationId: unique symbol;

/** A request; the operation's id is for types only, so that `attempt` knows the possible errors. */
export interface Call<Value, Id extends keyof OperationCodes> extends Promise<Value> {
  readonly [operationId]?: Id;
}

/** Something with the revision that a change of it must name. */
export type Revised<Value> = Value & { revision: number };
