import type { Failure, Fault } from "@vitrine/client/admin";

/** Why the server does not take a draft, in its words. */
export interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly Fault[];
  readonly requestId: string;
}

/** A failed request, by the help against it. */
export type SavingFailure =
  /** Later it may succeed. */
  | { readonly kind: "away"; readonly afterMs: number }
  /** After a sign-in. */
  | { readonly kind: "ended" }
  /** After a merge with the newer revision. */
  | { readonly kind: "newer" }
  /** With another draft, or another role. */
  | { readonly kind: "refused"; readonly refusal: Refusal };

const ended = ["session_missing", "session_invalid", "access_token_invalid"];

/** Anything that is not an answer of the server counts as a failure that passes: words wait here rather than being given up. */
export function savingFailure(error: unknown): SavingFailure {
  const {
    name,
    code = "",
    status = 0,
    detail = "",
    errors = [],
    requestId = "",
    retryAfter = 0,
  } = (error ?? {}) as Partial<Failure> & { code?: string };
  // A proxy's answer passes, too, unless it is about the size.
  const isOurs = name === "VitrineError" && (code !== "unexpected_response" || status === 413);
  if (!isOurs || status === 0 || status === 408 || status === 429 || status >= 500) return { kind: "away", afterMs: retryAfter * 1_000 };
  if (ended.includes(code)) return { kind: "ended" };
  if (code === "revision_conflict") return { kind: "newer" };
  return { kind: "refused", refusal: { code, status, detail, errors, requestId } };
}
