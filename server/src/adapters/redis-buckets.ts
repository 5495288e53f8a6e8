import type { Debit } from "../lib/limits/token-bucket.ts";
import type { SharedBuckets } from "../ports/shared-buckets.ts";
import { connectRedis, type RedisConnection } from "./redis-connection.ts";

// Time is Redis's own, so that the clocks of the processes need not agree. A bucket expires once it would be full.
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

const timeoutMs = 1_000;
const aNumber = /^-?\d+(\.\d+)?(e[+-]\d+)?$/;

/**
 * Redis or Valkey. Connects with the first call, and after a failure with the next one. A call fails without a response
 * within a second, or if the response is anything but a number for each bucket.
 */
export function connectRedisBuckets(url: string): SharedBuckets {
  let connection: RedisConnection | undefined;
  let isClosed = false;
  return {
    async settle(debits: readonly Debit[]): Promise<number[]> {
      if (!connection?.isOpen()) connection = await connectRedis(url, timeoutMs);
      if (isClosed) connection.close();
      const keys = debits.map(({ key }) => `vitrine:bucket:${key}`);
      const values = debits.flatMap(({ taken, rate }) => [taken, rate.perSecond, rate.burst]);
      // A text for each bucket: a line with its length, and one with the text.
      const answer = { first: `*${debits.length}\r\n`, more: 2 * debits.length };
      const lines = await connection.ask(["EVAL", settleScript, keys.length, ...keys, ...values], answer);
      const left = lines.filter((_line, index) => index % 2 === 1);
      if (!left.every((text, index) => aNumber.test(text) && lines[2 * index] === `$${text.length}`)) {
        connection.close();
        throw new Error("Redis sent an unexpected response.");
      }
      return left.map(Number);
    },
    close: () => {
      isClosed = true;
      connection?.close();
      return Promise.resolve();
    },
  };
}
