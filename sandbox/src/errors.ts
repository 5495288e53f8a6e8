export type Json = Record<string, unknown>;

/** An error response of the API, in the form of https://docs.stripe.com/api/errors. */
export class ApiError extends Error {
  readonly status: number;
  readonly error: Json;
  /** Refused before anything began: an idempotency key is free again. https://docs.stripe.com/api/idempotent_requests */
  readonly beforehand: boolean;
  constructor(status: number, error: Json, beforehand = false) {
    super(String(error.message));
    this.status = status;
    this.error = error;
    this.beforehand = beforehand;
  }
  get body(): Json {
    return { error: this.error };
  }
}

/** A parameter that cannot be read, or must not be there. */
export function badParameter(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, { type: "invalid_request_error", ...(code && { code }), message, ...(param && { param }) }, true);
}

/** A request that is valid in itself, but not allowed in the current state. */
export function refused(message: string, more: Json = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...more });
}

export function missing(object: string, id: string, param: string, status: 400 | 404 = 404): ApiError {
  const name = object === "checkout.session" ? id : `'${id}'`;
  return new ApiError(status, { type: "invalid_request_error", code: "resource_missing", message: `No such ${object}: ${name}`, param });
}
