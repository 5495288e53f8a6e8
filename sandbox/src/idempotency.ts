import { createHash } from "node:crypto";
import { ApiError } from "./errors.ts";
import type { FirstAnswer } from "./ledger.ts";
import type { World } from "./world.ts";

const day = 24 * 60 * 60;

export interface Idempotency {
  /** The stored response for this key; absent for the first call, which then holds the key until `finish` or `release`. */
  begin(account: string, key: string, method: string, path: string, body: string): FirstAnswer | undefined;
  finish(account: string, key: string, status: number, body: string): void;
  release(account: string, key: string): void;
}

/** https://docs.stripe.com/api/idempotent_requests: per account, for 24 hours, regardless of the first response. */
export function idempotencyKeys(world: World): Idempotency {
  const { answers } = world.ledger;
  const running = new Map<string, string>();
  const idOf = (account: string, key: string) => `${account} ${key}`;

  const forgetOld = () => {
    for (const [id, { created }] of answers) {
      if (created > world.now() - day) return;
      answers.delete(id);
    }
  };

  return {
    begin(account, key, method, path, body) {
      if (key.length > 255) throw failure(400, "Idempotency keys can be at most 255 characters.");
      forgetOld();
      const id = idOf(account, key);
      const fingerprint = fingerprintOf(method, path, body);
      const first = answers.get(id);
      if ((first?.fingerprint ?? running.get(id) ?? fingerprint) !== fingerprint)
        throw failure(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        );
      if (running.has(id))
        throw failure(
          409,
          `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
          "idempotency_key_in_use",
        );
      if (first) return first;
      running.set(id, fingerprint);
      return undefined;
    },
    finish(account, key, status, body) {
      const id = idOf(account, key);
      const fingerprint = running.get(id) ?? "";
      running.delete(id);
      world.ledger.keep("answer", { id, account, created: world.now(), fingerprint, status, body });
    },
    release: (account, key) => void running.delete(idOf(account, key)),
  };
}

/** The same parameters in another order are the same request. */
function fingerprintOf(method: string, path: string, body: string): string {
  return createHash("sha256")
    .update(`${method} ${path} ${body.split("&").sort().join("&")}`)
    .digest("base64");
}

function failure(status: number, message: string, code?: string): ApiError {
  return new ApiError(status, { type: "idempotency_error", ...(code && { code }), message }, true);
}
