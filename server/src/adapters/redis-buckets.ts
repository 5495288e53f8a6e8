import { Redis } from "ioredis";
import type { Debit } from "../lib/token-bucket.ts";
import type { SharedBuckets } from "../ports/shared-buckets.ts";

// Time is Redis's own, so that the clocks of the processes need not agree. A bucket forgets itself once it would be full.
const settleScript = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = {}
for i, key in ipairs(KEYS) do
  local taken, perSecond, burst = tonumber(ARGV[i * 3 - 2]), tonumber(ARGV[i * 3 - 1]), tonumber(ARGV[i * 3])
  local bucket = redis.call("HMGET", key, "tokens", "at")
  local tokens, at = tonumber(bucket[1]) or burst, tonumber(bucket[2]) or now
  -- Debt is bounded: processes that gave out more than there was must not lock a client out for long.
  tokens = math.max(math.min(burst, tokens + (now - at) * perSecond / 1000) - taken, -burst)
  redis.call("HSET", key, "tokens", tostring(tokens), "at", now)
  redis.call("PEXPIRE", key, math.ceil((burst - tokens) / perSecond * 1000) + 1000)
  left[i] = tostring(tokens)
end
return left`;

/** Redis or Valkey. A call that cannot be answered within a second fails; connecting goes on behind the scenes. */
export function connectRedisBuckets(url: string, onError: (error: Error) => void): SharedBuckets {
  const redis = new Redis(url, {
    commandTimeout: 1_000,
    connectTimeout: 1_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  });
  redis.on("error", onError);
  return {
    async settle(debits: readonly Debit[]): Promise<number[]> {
      const keys = debits.map(({ key }) => `vitrine:bucket:${key}`);
      const values = debits.flatMap(({ taken, rate }) => [taken, rate.perSecond, rate.burst]);
      const left = (await redis.eval(settleScript, keys.length, ...keys, ...values)) as string[];
      return left.map(Number);
    },
    close: async () => void (await redis.quit().catch(() => redis.disconnect())),
  };
}
