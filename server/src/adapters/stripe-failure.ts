import { ProcessorFailure } from "../ports/processor.ts";

/** A failure of the port for what the SDK threw. Contains nothing of the request. */
export function asFailure(error: unknown): ProcessorFailure {
  if (error instanceof ProcessorFailure) return error;
  const { type, code, detail } = error as { type?: string; code?: string; detail?: { code?: string } };
  switch (type) {
    case "StripeCardError":
      return new ProcessorFailure("declined", code);
    case "StripeInvalidRequestError":
      return new ProcessorFailure("refused", code ?? "invalid_request");
    case "StripeAuthenticationError":
      return new ProcessorFailure("refused", "authentication");
    case "StripePermissionError":
      return new ProcessorFailure("refused", "permission");
    case "StripeConnectionError":
      return detail?.code === "ETIMEDOUT" ? new ProcessorFailure("timeout") : new ProcessorFailure("unreachable", detail?.code);
    case "StripeAPIError":
    case "StripeRateLimitError":
    case "StripeIdempotencyError":
      return new ProcessorFailure("unreachable", code ?? type);
    default:
      // A mistake of ours, which must not look like one of theirs.
      throw error;
  }
}
