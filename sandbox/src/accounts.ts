import { ApiError } from "./errors.ts";

export interface Caller {
  /** The secret key; absent if the caller used a publishable one. */
  account?: string;
}

/** The caller, by a key as Bearer or as the name of Basic authentication. Any key of the right form is an account. */
export function authenticate(authorization: string | undefined): Caller {
  const key = keyFrom(authorization ?? "");
  if (key === "")
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.",
    );
  if (/^sk_test_[A-Za-z0-9_]{1,200}$/.test(key)) return { account: key };
  if (/^pk_test_[A-Za-z0-9_]{1,200}$/.test(key)) return {};
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}

export const publishableRefused = new ApiError(
  403,
  {
    type: "invalid_request_error",
    code: "secret_key_required",
    message:
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
  },
  true,
);

/** The part of a key that may be shown. */
export function masked(key: string): string {
  return key.length <= 12 ? "****" : `${key.slice(0, 8)}****${key.slice(-4)}`;
}

function keyFrom(authorization: string): string {
  const [, scheme = "", value = ""] = /^(\S+)\s+(.*)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return value.trim();
  if (scheme.toLowerCase() !== "basic") return "";
  return Buffer.from(value, "base64").toString("utf8").split(":")[0] ?? "";
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, { type: "invalid_request_error", message }, true);
}
