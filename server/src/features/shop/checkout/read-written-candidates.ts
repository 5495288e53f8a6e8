import { countAttempt, forgetAttempt } from "../../../lib/limits/attempts.ts";
import { tooMany } from "../../../lib/http/problem.ts";
import { codeKey } from "../../../lib/totals/discount-rules.ts";
import type { Sql } from "../../../ports/database.ts";
import { readCandidates, readHistory, type Buyer, type Candidate } from "../discounts/index.ts";

/** Requests of a client with a code that the site does not have. */
const guesses = { max: 20, windowSeconds: 15 * 60 };

/**
 * The discounts that an order with these codes may get. A request with codes counts as a guess before they are looked up, so that guesses at once cannot
 * share an attempt; one whose codes exist does not count. Throws `rate_limited`.
 */
export async function readWrittenCandidates(
  sql: Sql,
  siteId: string,
  { codes, client, replaces, now }: { codes: readonly string[]; client: string; replaces: string | null; now: Date },
): Promise<Candidate[]> {
  if (codes.length === 0) return readCandidates(sql, siteId, codes, { replaces });
  const what = `discount code from ${client}`;
  const { allowed, retryAfterSeconds } = await countAttempt(sql, siteId, what, guesses, now);
  if (!allowed) throw tooMany(retryAfterSeconds);
  const candidates = await readCandidates(sql, siteId, codes, { replaces });
  const known = new Set(candidates.flatMap(({ code }) => (code === null ? [] : codeKey(code))));
  if (codes.every((code) => known.has(codeKey(code)))) await forgetAttempt(sql, siteId, what);
  return candidates;
}

/** What a buyer has ordered before, for the discounts that ask. */
export async function readHistories(
  sql: Sql,
  siteId: string,
  candidates: readonly Candidate[],
  buyer: Buyer,
  options: { replaces: string | null },
): Promise<ReadonlyMap<string, { uses: number; hasOrdered: boolean }>> {
  const asking = candidates.filter(({ perCustomerLimit, firstOrderOnly }) => perCustomerLimit !== null || firstOrderOnly);
  return new Map(await Promise.all(asking.map(async ({ id }) => [id, await readHistory(sql, siteId, id, buyer, options)] as const)));
}
