/** An error on its way between threads. `ref` names the original, which stays in the thread that hosts. */
export interface SentError {
  name: string;
  message: string;
  /** SQLSTATE, of a database's error. */
  code?: string;
  ref?: number;
}

/** To a thread: a job, and answers to its calls. */
export type ToThread =
  { kind: "job"; job: unknown } | { kind: "answer"; id: number; value: unknown } | { kind: "failure"; id: number; error: SentError };

/** From a thread: calls of the host's functions, and the end of its job. */
export type FromThread =
  { kind: "call"; id: number; name: string; args: unknown[] } | { kind: "result"; value: unknown } | { kind: "error"; error: SentError };
